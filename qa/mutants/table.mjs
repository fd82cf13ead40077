import { dirname, relative } from 'node:path';

import { tableOf, writeEvidence } from '../evidence.mjs';

/** @typedef {{ readonly fileName: string, readonly status: string }} Mutant */

/** Counts as Stryker does: a mutant that never ends is noticed, and one that cannot be loaded is no mutant. */
export function countsOf(/** @type {readonly Mutant[]} */ mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  return { noticed, all, score: all === 0 ? 100 : Math.floor((noticed / all) * 1000) / 10 };
}

/** Writes the counts of each folder. @param {readonly Mutant[]} mutants */
export function writeTable(root, mutants) {
  const folderOf = ({ fileName }) => relative(root, dirname(fileName));
  const row = (name, some) => {
    const { noticed, all, score } = countsOf(some);
    return [name, all, noticed, `${score.toFixed(1)} %`];
  };
  const folders = [...new Set(mutants.map(folderOf))].toSorted();
  const rows = folders.map((folder) =>
    row(
      `\`${folder}/\``,
      mutants.filter((mutant) => folderOf(mutant) === folder),
    ),
  );
  writeEvidence('mutants', tableOf([['folder', 'mutants', 'noticed', 'score'], ...rows, row('together', mutants)]));
}
