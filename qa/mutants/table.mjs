import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** @typedef {{ readonly fileName: string, readonly status: string }} Mutant */

const PAGE = 'docs/evidence/mutants.md';
const HEAD = '| folder | files | mutants | noticed | score |\n| --- | --- | --- | --- | --- |\n';

/** Counts as Stryker does: a mutant that never ends is noticed, and one that cannot be loaded is no mutant. */
export function countsOf(/** @type {readonly Mutant[]} */ mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  return { noticed, all, score: all === 0 ? 100 : Math.floor((noticed / all) * 1000) / 10 };
}

/** Writes the counts of each folder into the one table of the page. @param {readonly Mutant[]} mutants */
export function writeTable(root, mutants) {
  const folderOf = ({ fileName }) => relative(root, dirname(fileName));
  const folders = [...new Set(mutants.map(folderOf))].toSorted();
  const row = (name, some) => {
    const { noticed, all, score } = countsOf(some);
    const files = new Set(some.map(({ fileName }) => fileName)).size;
    return `| ${name} | ${files} | ${all} | ${noticed} | ${score.toFixed(1)} % |\n`;
  };
  const rows = folders.map((folder) =>
    row(
      `\`${folder}/\``,
      mutants.filter((mutant) => folderOf(mutant) === folder),
    ),
  );
  const path = join(root, PAGE);
  const table = `<!-- prettier-ignore -->\n${HEAD}${rows.join('')}${row('together', mutants)}`;
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/^<!-- prettier-ignore -->\n\| folder (?:.*\n\|)*.*\n/m, () => table),
  );
}
