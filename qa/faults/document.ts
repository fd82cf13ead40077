/** Builds the tables of `docs/evidence/faults.md` from the lists of trials and the last findings of each. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { section, tableRows } from '../../test/docs/markdown';
import { ROOT } from './rig/gateway-process';
import type { Findings, Trial } from './trial';

export const PAGE = join(ROOT, 'docs', 'evidence', 'faults.md');
export const HEADINGS = { faults: 'The faults', targets: 'The targets' } as const;

export type ListName = keyof typeof HEADINGS;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The cells of a row that do not come from a measurement. */
export const saidOf = ({ number, name, drive, expected }: Trial): string[] => [
  ...(number === undefined ? [] : [String(number)]),
  name,
  drive,
  expected,
];

/** Writes the findings into the rows of their trials. The other rows stay as they are. */
export function writeTable(
  name: ListName,
  list: readonly Trial[],
  results: ReadonlyMap<Trial, Findings>,
  circumstances: string,
): void {
  const text = readFileSync(PAGE, 'utf8');
  const before = new Map(
    tableRows(section(text, HEADINGS[name])).map((row) => [row.slice(0, -1).join(), row.at(-1) ?? '']),
  );
  const head = [...(name === 'faults' ? ['#'] : []), 'what', 'how', 'expected', 'measured'];
  const rows = list.map((trial) => {
    const said = saidOf(trial);
    const findings = results.get(trial);
    const figures = findings === undefined ? (before.get(said.join()) ?? '') : measured(findings, circumstances);
    return [...said, figures].map(cell);
  });
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const start = text.indexOf(`## ${HEADINGS[name]}`);
  const from = start + text.slice(start).search(/^\|/m);
  const to = from + /^(?:\|.*\n)*/.exec(text.slice(from))![0].length;
  const written = `${text.slice(0, from)}${lines.join('\n')}\n${text.slice(to)}`;
  writeFileSync(PAGE, written);
  execFileSync(join(ROOT, 'node_modules', '.bin', 'oxfmt'), [PAGE]);
}

function measured({ figures, failures }: Findings, circumstances: string): string {
  const fallsShort =
    failures.length === 0 ? '' : `**falls short** (${failures.map((failure) => failure.split('\n')[0]).join('; ')}); `;
  return `${fallsShort}${figures.join('; ')} (${circumstances})`;
}
