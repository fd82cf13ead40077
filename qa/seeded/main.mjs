/**
 * `node qa/seeded/main.mjs [PATTERN] [--check] [--write]` makes each leak in a temporary copy of this checkout and runs the
 * suites that should notice it, then the same suites without any leak. Exits with 1 if a leak is not noticed or no longer fits
 * the source, or if a suite fails without one. PATTERN: only leaks whose name matches it. `--check` runs nothing: it prints the
 * list as JSON if every leak still fits. `--write` renews the section of `docs/evidence.md`. `VERBOSE=1` prints the output of
 * each test. A new leak names the suites of `suites.mjs` that should notice it, the fastest first; if none does, write the test
 * that does.
 */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { withCopies } from '../copies.mjs';
import { tableOf, writeEvidence } from '../evidence.mjs';
import { editedFiles, sow } from './edits.mjs';
import { LEAK_KINDS, LEAKS } from './leaks/index.mjs';
import { SUITES } from './suites.mjs';
import { failuresOf } from './watch.mjs';

/** The number of seeds tested at the same time: a suite uses one core, and its database sometimes another. */
const AT_ONCE = 2;

/** Stops the running tests, so that neither a copy nor a database is left. */
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());

const root = resolve(import.meta.dirname, '../..');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, write: { type: 'boolean' } },
});
const [word = ''] = positionals;
const seeds = LEAKS.filter(({ name }) => new RegExp(word).test(name));
// Checked before anything runs, because it is quickly fixed.
for (const seed of seeds) editedFiles(root, seed);
if (options.check) console.log(JSON.stringify(seeds.map(withFiles)));
else process.exitCode = (await everyOneIsNoticed()) ? 0 : 1;

/** Including the test files that should notice it. */
function withFiles(seed) {
  return { ...seed, files: seed.suites.flatMap((name) => SUITES[name].files) };
}

async function everyOneIsNoticed() {
  /** @type {Result[]} */
  const results = [];
  const falseAlarms = await withCopies(root, AT_ONCE, async (copies) => {
    const waiting = [...seeds];
    const work = async (copy) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        results.push(await resultOf(copy, next));
    };
    await Promise.all(copies.map(work));
    const suites = [...new Set(seeds.flatMap((seed) => seed.suites))];
    return failuresOf(copies[0], suites, interruption.signal);
  });
  for (const { title, says } of falseAlarms) console.log(`WITHOUT ANY LEAK ${title} fails:\n${says}`);
  const unnoticed = results.filter(({ seen }) => seen.length === 0);
  console.log(`${results.length - unnoticed.length} of ${results.length} are noticed.`);
  if (options.write && falseAlarms.length === 0 && word === '') writeTable(results);
  return unnoticed.length + falseAlarms.length === 0;
}

async function resultOf(copy, seed) {
  const undo = sow(copy, seed);
  const failures = await failuresOf(copy, seed.suites, interruption.signal).finally(undo);
  const seen = failures.filter(({ sees }) => sees);
  const how = failures.length === 0 ? 'NOT NOTICED' : 'NOT SEEN: THE PROGRAM BREAKS DOWN';
  console.log(`${seed.name}: ${seen.length === 0 ? how : `noticed by ${seen.length} tests`}`);
  const told = seen.length === 0 ? failures : seen;
  // The first failure of each file is enough.
  const firsts = told.filter(({ file }, at) => told.findIndex((other) => other.file === file) === at);
  for (const { file, title, says } of firsts) {
    console.log(`  ${file}: ${title}`);
    if (process.env.VERBOSE) console.log(says.replace(/^/gm, '    | '));
  }
  return { seed, seen };
}

/** @typedef {{ seed: import('./edits.mjs').Seed, seen: readonly import('./watch.mjs').Failure[] }} Result */

/** Writes how many leaks of each kind are noticed, and by how many tests. @param {readonly Result[]} results */
function writeTable(results) {
  const rows = Object.entries(LEAK_KINDS).map(([kind, leaks]) => {
    const counts = results.filter(({ seed }) => leaks.includes(seed)).map(({ seen }) => seen.length);
    const noticed = counts.filter((count) => count > 0);
    return [kind, leaks.length, noticed.length, `${Math.min(...counts)} to ${Math.max(...counts)}`];
  });
  const total = (cell) => rows.reduce((sum, row) => sum + row[cell], 0);
  const head = ['where the leak is', 'leaks', 'noticed', 'tests that fail'];
  writeEvidence('leaks', tableOf([head, ...rows, ['together', total(1), total(2), '']]));
}
