import { Command } from 'commander';

import { badStyle, CommandFailure, examples, goodStyle, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { type Counts, linesOf, percent, sumOf } from '../compare/tally';
import { REFUSED_CALLER } from '../proxy/callers';
import type { ProxyCounts } from '../proxy/proxy';
import { httpUrl, minComparedOption } from './options';

interface Options {
  readonly admin: URL;
  readonly minComparisons: number;
  /** The share of its requests that must have been compared, from 0 to 1. */
  readonly minCompared: number;
  readonly json?: true;
}

type Limits = Pick<Options, 'minComparisons' | 'minCompared'>;

const STAY = 'keep the proxy and the old service as they are until all that is named above is mended.';
const SERVE_NEW = 'serve the new service, with the old one behind it (--serve new --fallback).';
const RETIRE = 'give callers the address of the new service itself, and switch the old one off.';

/** How a request ended that the new side did not answer by itself. */
const FAILURES = ['fallback', 'unavailable', 'timeout', 'broken_off'];

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

async function run({ admin, json, ...limits }: Options): Promise<void> {
  const judgement = judge(await comparisonsAt(admin), limits);
  const { ready, next, since, problems, callers } = judgement;
  const lines = [
    `Counted since ${since}`,
    ...callers.map(({ caller, problems: own, compared, share }) =>
      own.length === 0
        ? goodStyle(`ready      ${caller}: ${compared} comparisons, ${percent(share)} of its requests`)
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
async function comparisonsAt(admin: URL): Promise<ProxyCounts> {
  const url = `${admin.href.replace(/\/$/, '')}/comparisons`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' });
    const page = (await answer.json()) as Partial<ProxyCounts>;
    if (!Array.isArray(page.with_records)) throw new Error('another program');
    return page as ProxyCounts;
  } catch (cause) {
    throw new CommandFailure(`No answer of a proxy from ${url}.`, { cause });
  }
}

export function judge({ serve, since, ...all }: ProxyCounts, limits: Limits) {
  const { served, compared, with_records: _withRecords, ...counts } = all;
  const names = new Set(compared.map(({ labels }) => labels.caller!));
  names.delete(REFUSED_CALLER);
  const callers = [...names].map((caller) => callerIn(all, caller, limits));
  const refused = sumOf(compared, { caller: REFUSED_CALLER, outcome: 'different' });
  const failed = served.filter(({ labels }) => serve === 'new' && FAILURES.includes(labels.ending!));
  const problems = [
    ...(callers.every(({ compared: count }) => count === 0) ? ['Nothing has been compared.'] : []),
    ...(refused > 0 ? [`${refused} requests that the served side refused are answered by the other.`] : []),
    ...failed.map(({ labels, count }) => `${count} requests ended as ${labels.ending}.`),
  ];
  const ready = problems.length === 0 && callers.every((caller) => caller.problems.length === 0);
  return {
    ready,
    next: !ready ? STAY : serve === 'old' ? SERVE_NEW : RETIRE,
    since,
    /** What holds for all callers together. */
    problems,
    callers,
    ...counts,
  };
}

function callerIn({ compared: counts, with_records }: Counts, caller: string, { minComparisons, minCompared }: Limits) {
  const own = counts.filter(({ labels }) => labels.caller === caller);
  let total = 0;
  const problems = [...new Set(own.map(({ labels }) => labels.lookup!))].flatMap((lookup) => {
    const different = sumOf(own, { lookup, outcome: 'different' });
    const requests = sumOf(own, { lookup });
    const compared = requests - sumOf(own, { lookup, outcome: 'not_compared' });
    total += compared;
    const share = `${percent(compared / requests)} of the requests for ${lookup} were compared`;
    return [
      ...(different > 0 ? [`${different} of ${compared} answers of ${lookup} differ`] : []),
      ...(compared < minComparisons ? [`only ${compared} of ${minComparisons} comparisons of ${lookup}`] : []),
      ...(compared / requests < minCompared ? [share] : []),
      ...(sumOf(with_records, { caller, lookup }) === 0 ? [`no compared answer of ${lookup} has a record`] : []),
    ];
  });
  return { caller, compared: total, share: total / sumOf(own, {}), problems };
}
