/** The findings of a search, for people and as files. */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Used } from '../rig/metered-gateway';
import type { AttackRequest } from '../rig/request';
import { saveRequest } from '../rig/saved-request';
import { type Found, perKilobyte } from './corpus';

/** The CPU time in milliseconds that a request may take. */
const BUDGET_MS = { anonymous: 50, token: 250 } as const;
const MEGABYTE = 1024 ** 2;

export interface Result {
  readonly token: boolean;
  readonly requests: number;
  /** The most expensive requests first, each measured several times. */
  readonly found: readonly Found[];
  readonly deadly: readonly AttackRequest[];
  readonly before: Used;
  readonly after: Used;
  /** Failures that the gateway logged as its own. */
  readonly causes: string;
}

const who = ({ token }: { token: boolean }): keyof typeof BUDGET_MS => (token ? 'token' : 'anonymous');
const budgetOf = (result: Result): number => BUDGET_MS[who(result)];
const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(0);

/** Prints the report. @returns whether nothing forbidden was found */
export function report(result: Result): boolean {
  for (const line of linesOf(result)) console.log(line);
  return result.deadly.length === 0 && result.causes === '';
}

function linesOf(result: Result): string[] {
  const { requests, found, deadly, before, after, causes } = result;
  const heading = result.token ? 'With a token' : 'Without a token';
  return [
    `${heading}: ${requests} requests; the highest CPU time of one is ${found[0]?.cpuMs.toFixed(1)} ms, of at most ${budgetOf(result)} ms.`,
    `  RSS ${megabytes(before.rss)} MB before, ${megabytes(after.rss)} MB after; held ${megabytes(before.heldBytes)} and ${megabytes(after.heldBytes)} MB.`,
    ...(deadly.length === 0 ? [] : [`  ${deadly.length} requests ended the gateway.`]),
    ...(causes === '' ? [] : [`  Logged as failures of its own: ${causes}`]),
    ...found.map(
      (each) =>
        `  ${each.cpuMs.toFixed(1).padStart(8)} ms ${String(each.bytes).padStart(7)} B ${perKilobyte(each).toFixed(1).padStart(8)} ms/kB  ${each.kind}`,
    ),
  ];
}

/** Writes the report and the most expensive requests to files. */
export function writeReport(folder: string, results: readonly Result[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.txt'), `${results.flatMap(linesOf).join('\n')}\n`);
  for (const result of results) {
    for (const [nth, found] of result.found.entries()) save(folder, `${who(result)}-${nth + 1}`, found);
    for (const [nth, request] of result.deadly.entries()) {
      saveRequest(folder, { name: `deadly-${nth + 1}`, about: 'The gateway ended.', settings: {}, request });
    }
  }
}

/** Saves the requests above the budget. @returns their files */
export function keep(folder: string, result: Result, settings: Readonly<Record<string, string>>): string[] {
  return result.found
    .filter(({ cpuMs }) => cpuMs > budgetOf(result))
    .map((found) => {
      const hash = createHash('sha256').update(JSON.stringify(found.request)).digest('hex').slice(0, 8);
      return save(folder, `${who(result)}-${hash}`, found, settings);
    });
}

function save(folder: string, name: string, found: Found, settings: Readonly<Record<string, string>> = {}): string {
  const about = `${found.cpuMs.toFixed(1)} ms of CPU for ${found.bytes} bytes: ${found.kind}`;
  return saveRequest(folder, { name, about, settings, request: found.request });
}
