/**
 * The table of `docs/evidence/attacks.md`: what each row sends, what was measured before the fix, and what is measured
 * now.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { section, tableRows } from '../../../test/docs/markdown';
import type { Site } from '../rig/site';
import { type Row, ROWS } from './measures';

const ROOT = join(__dirname, '..', '..', '..');
const PAGE = join(ROOT, 'docs', 'evidence', 'attacks.md');
const HEADING = 'The rows';

export const saidOf = ({ row, sent }: Row): readonly [string, string] => [row, sent];

/** Measures every row and prints it. With `--write`, also writes it into the column `now`. */
export async function measureRows(site: Site, write: boolean): Promise<void> {
  const text = readFileSync(PAGE, 'utf8');
  const before = new Map(tableRows(section(text, HEADING)).map((cells) => [cells[0], cells[2] ?? '']));
  const lines = [['row', 'what is sent', 'before', 'now'], Array.from({ length: 4 }, () => '---')];
  for (const row of ROWS) {
    const now = await row.measure(site);
    console.log(`${row.row}: ${now}`);
    lines.push([...saidOf(row), before.get(row.row) ?? '', now]);
  }
  if (write) writeTable(text, lines);
}

function writeTable(text: string, lines: readonly (readonly string[])[]): void {
  const start = text.indexOf(`## ${HEADING}`);
  const from = start + text.slice(start).search(/^\|/m);
  const to = from + /^(?:\|.*\n)*/.exec(text.slice(from))![0].length;
  const table = lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  const written = `${text.slice(0, from)}${table}${text.slice(to)}`;
  writeFileSync(PAGE, written);
  execFileSync(join(ROOT, 'node_modules', '.bin', 'oxfmt'), [PAGE]);
}
