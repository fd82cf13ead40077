/** The findings as `docs/evidence.md` shows them: how many trials came out as expected, those that did not, and a few figures. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from './rig/gateway-process';
import type { Findings, Trial } from './trial';

export function writeFindings(section: string, results: ReadonlyMap<Trial, Findings>, circumstances: string): void {
  const all = [...results];
  const short = all.filter(([, { failures }]) => failures.length > 0);
  const lines = [
    `${all.length} tried on ${circumstances}: ${all.length - short.length} came out as expected, ${short.length} fell short.`,
    '',
    ...short.map(([{ name }, { failures }]) => `- **${name}** fell short: ${firstLines(failures)}.`),
    ...all
      .filter(([{ shown }, { failures }]) => shown && failures.length === 0)
      .map(([{ name }, { figures }]) => `- **${name}**: ${firstLines(figures)}.`),
  ];
  execFileSync(process.execPath, [join(ROOT, 'qa', 'evidence.mjs'), section], { input: lines.join('\n') });
}

const firstLines = (texts: readonly string[]): string => texts.map((text) => text.split('\n')[0]).join('; ');
