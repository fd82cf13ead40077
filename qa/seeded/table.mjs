import { tableOf, writeEvidence } from '../evidence.mjs';
import { LEAK_KINDS } from './leaks/index.mjs';

/** @typedef {{ seed: import('./edits.mjs').Seed, seen: readonly import('./watch.mjs').Failure[] }} Result */

/** Writes how many leaks of each kind are noticed, and by how many tests. @param {readonly Result[]} results */
export function writeTable(results) {
  const rows = Object.entries(LEAK_KINDS).map(([kind, leaks]) => {
    const counts = results.filter(({ seed }) => leaks.includes(seed)).map(({ seen }) => seen.length);
    const noticed = counts.filter((count) => count > 0);
    return [kind, leaks.length, noticed.length, `${Math.min(...counts)} to ${Math.max(...counts)}`];
  });
  const total = (cell) => rows.reduce((sum, row) => sum + row[cell], 0);
  const head = ['where the leak is', 'leaks', 'noticed', 'tests that fail'];
  writeEvidence('leaks', tableOf([head, ...rows, ['together', total(1), total(2), '']]));
}
