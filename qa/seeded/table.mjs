import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ seed: import('./edits.mjs').Seed, seen: readonly import('./watch.mjs').Failure[] }} Result */

const PAGE = 'docs/evidence/seeded-leaks.md';
const HEAD = `| leak | how it could happen | removed protection | first test that notices | tests |
| --- | --- | --- | --- | --- |
`;

/** Writes the findings into the one table of the page. @param {readonly Result[]} results */
export function writeTable(root, results) {
  const path = join(root, PAGE);
  const [before, , after] = split(readFileSync(path, 'utf8'));
  const rows = results.map(({ seed: { name, why, edits }, seen }) => {
    const torn = edits.flatMap(({ tears }) => tears ?? []).join('; ');
    const cells = [name, why, torn, `\`${seen[0].file}\`: ${seen[0].title}`, `${seen.length}`];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
  });
  writeFileSync(path, `${before}<!-- prettier-ignore -->\n${HEAD}${rows.join('')}${after}`);
}

/** The text before the table, the table, and the text after it. */
function split(text) {
  const start = text.search(/^(?:<!-- prettier-ignore -->\n)?\| leak /m);
  const end = start + /^(?:<!--.*\n)?(?:\|.*\n)*/.exec(text.slice(start))[0].length;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}
