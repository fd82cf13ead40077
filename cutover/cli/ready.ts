import { Command } from 'commander';

import { badStyle, CommandFailure, examples, goodStyle, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { linesOf } from '../compare/tally';
import type { Comparisons } from '../proxy/admin';
import { judge, type Limits } from '../proxy/judge';
import { httpUrl, minComparedOption } from './options';

interface Options extends Limits {
  readonly admin: URL;
  readonly json?: true;
}

const TIMEOUT_MS = 10_000;

/** `leasegate cutover ready`: says from the counters of a proxy whether each caller is ready for the next step. */
export function readyCommand(): Command {
  return new Command('ready')
    .description('say which callers are ready for the next step, and why the others are not')
    .requiredOption('--admin <url>', 'admin listener of the proxy', httpUrl)
    .option('--min-comparisons <n>', 'comparisons that each caller needs of each lookup', wholeNumber(1, 1e9), 100)
    .addOption(minComparedOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${examples('leasegate cutover ready --admin http://127.0.0.1:4011')}\n\nThe exit status is 0 only if all callers are ready.`,
    )
    .action(run);
}

async function run({ admin, minComparisons, minCompared, json }: Options): Promise<void> {
  const judgement = judge(await comparisonsAt(admin), { minComparisons, minCompared });
  const { ready, next, since, problems, callers } = judgement;
  const lines = [
    `Counted since ${since}`,
    ...callers.map(({ caller, problems: own, compared }) =>
      own.length === 0
        ? goodStyle(`ready      ${caller}: ${compared} comparisons`)
        : badStyle(`not ready  ${caller}: ${own.join('; ')}`),
    ),
    ...linesOf(judgement),
    ...problems.map(badStyle),
    ready ? goodStyle(`Ready: ${next}`) : badStyle(`Not ready: ${next}`),
  ];
  console.log(json ? JSON.stringify(judgement) : lines.join('\n'));
  if (!ready) process.exitCode = 1;
}

/** @throws {CommandFailure} */
async function comparisonsAt(admin: URL): Promise<Comparisons> {
  const url = `${admin.href.replace(/\/$/, '')}/comparisons`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const page = (await answer.json()) as Partial<Comparisons>;
    if (!Array.isArray(page.compared)) throw new Error('another program');
    return page as Comparisons;
  } catch (cause) {
    throw new CommandFailure(`No answer of a proxy from ${url}.`, { cause });
  }
}
