import { setTimeout as sleep } from 'node:timers/promises';

import { Command, Option } from 'commander';

import { commandProgress } from '../../src/cli/progress';
import { badStyle, examples, goodStyle, jsonOption } from '../../src/cli/terminal';
import { type Comparison, notCompared, type Outcome, OUTCOMES } from '../compare/compare-answers';
import { lookupComparer } from '../compare/compare-lookup';
import { DEFAULT_RULES, OPTIONAL_RULES, privateLines, type RuleName } from '../compare/compare-values';
import { linesOf, percent, sumOf, Tally } from '../compare/tally';
import { succeeded } from '../contract/answers';
import { asking, LOOKUPS, type Question, type Side } from '../contract/lookups';
import { targetAt } from '../contract/exchange';
import { closed, outputFile } from '../output-file';
import { NO_TOKEN, type TokenFile } from '../proxy/callers';
import { readSavedRequests, type SavedRequest } from '../proxy/saved-request';
import { comparing, type ComparingOptions, httpUrl, minComparedOption, tokensIn } from './options';

/** Requests of the file at the same time. */
const IN_FLIGHT = 4;

interface Options extends ComparingOptions {
  readonly new: URL;
  readonly ignore?: readonly RuleName[];
  readonly minCompared: number;
  readonly json?: true;
}

export function replayCommand(): Command {
  return comparing(new Command('replay'))
    .description('send saved requests to both services and compare their answers')
    .argument('<file>', 'file that `leasegate cutover proxy --save` wrote')
    .requiredOption('--new <url>', 'base URL of Leasegate', httpUrl)
    .addOption(new Option('--ignore <rules...>', 'ignore this as well').choices(OPTIONAL_RULES))
    .addOption(minComparedOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${examples(
        'leasegate cutover replay requests.ndjson --old https://old.example --new http://127.0.0.1:4000 --tokens tokens.json',
      )}\n\nThe exit status is 0 only if no answer was different, enough requests were compared, and answers had records.`,
    )
    .action(run);
}

async function run(file: string, { tokens, differences, ignore = [], minCompared, ...options }: Options) {
  // Before a service is asked, so that a line that cannot be read is known.
  let total = 0;
  for await (const _line of readSavedRequests(file)) total += 1;
  const tokenFile = tokensIn(tokens);
  const lines = outputFile(differences);
  const side = (url: URL) => asking(targetAt(url, IN_FLIGHT), options.timeout * 1000);
  const compare = lookupComparer({
    ask: { old: side(options.old), new: side(options.new) },
    rules: new Set([...DEFAULT_RULES, ...ignore]),
    maxPages: options.maxPages,
    beforeAgain: () => sleep(options.againAfter),
    monotonicNow: () => 0,
  });
  const resultOf = async (request: SavedRequest): Promise<Comparison> => {
    const [old, ours] = [questionFor('old', request, tokenFile), questionFor('new', request, tokenFile)];
    return old && ours ? proven(await compare({ old, new: ours }), request) : notCompared('no_token');
  };
  const tally = new Tally();
  const progress = commandProgress();
  const requests = readSavedRequests(file);
  let done = 0;
  // Each loop takes the next request of the file.
  const loop = async (): Promise<void> => {
    for await (const { line, request } of requests) {
      const { caller, lookup } = request;
      const result = await resultOf(request).catch(() => notCompared('internal_error'));
      tally.compared(caller, lookup, result, `line ${line}: `);
      for (const each of privateLines({ line, caller, lookup }, request, result.differences)) lines?.write(each);
      done += 1;
      progress.update(done, total, `${done} requests`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop)).finally(() => progress.stop());
  const report = reportOf(tally);
  const problems = problemsOf(report, minCompared);
  const { requests: count, share, outcomes, unproven: _unproven, ...counts } = report;
  const shown = Object.entries(outcomes).map(([outcome, of]) => `  ${outcome.replace('_', ' ').padEnd(13)} ${of}`);
  const text = [`${count} requests, ${percent(share)} compared`, ...shown, ...linesOf(counts)];
  console.log(options.json ? JSON.stringify(report) : text.join('\n'));
  console.error(problems.length > 0 ? badStyle(problems.join(' ')) : goodStyle('No answer differs.'));
  if (problems.length > 0) process.exitCode = 1;
  await closed(lines);
}

/** Undefined without a token for that side. */
function questionFor(side: Side, request: SavedRequest, tokens: TokenFile): Question | undefined {
  const { lookup, path, caller, type, body } = request;
  const token = tokens.get(caller)?.[side] ?? tokens.get('*')?.[side];
  if (token === undefined && caller !== NO_TOKEN) return undefined;
  return { lookup, path, type, body, authorization: caller === NO_TOKEN ? undefined : `Bearer ${token}` };
}

/** Two answers that say nothing are no proof where the caller had records: tokens have expired, or a base URL is wrong. */
function proven(result: Comparison, served: SavedRequest): Comparison {
  if (result.reason !== undefined || result.outcome === 'different') return result;
  if (succeeded(served) && result.records === undefined) return notCompared('both_refused');
  return (served.records ?? 0) > 0 && result.records === 0 ? notCompared('both_empty') : result;
}

export type Report = ReturnType<typeof reportOf>;

/** It has no value of a request or an answer, and no token. */
function reportOf({ counts: { served: _served, compared, with_records, ...counts } }: Tally) {
  const requests = sumOf(compared, {});
  const counted = OUTCOMES.map((outcome) => [outcome, sumOf(compared, { outcome })]);
  const outcomes = Object.fromEntries(counted) as Record<Outcome, number>;
  /** The share of the requests that were compared, from 0 to 1. */
  const share = requests === 0 ? 0 : (requests - outcomes.not_compared) / requests;
  /** Lookups of which no answer that was compared had a record. */
  const unproven = LOOKUPS.filter((lookup) => sumOf(compared, { lookup }) > 0 && sumOf(with_records, { lookup }) === 0);
  return { requests, share, outcomes, unproven, ...counts };
}

/** What is missing for a good result; empty if nothing is. @param minCompared from 0 to 1 */
function problemsOf({ outcomes: { different }, requests, share, unproven }: Report, minCompared: number): string[] {
  if (requests === 0) return ['The file has no request.'];
  const few = `Only ${percent(share)} of the requests were compared; --min-compared asks for ${percent(minCompared)}.`;
  return [
    ...(different > 0 ? [`${different} answers differ.`] : []),
    ...(share < minCompared ? [few] : []),
    ...unproven.map((lookup) => `No compared answer of ${lookup} has a record, which proves nothing.`),
  ];
}
