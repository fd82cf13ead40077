/** Sends saved requests to both sides, and compares and counts their answers. */

import { compareLookup, type LookupOptions, notCompared, type Result } from '../compare/compare-lookup';
import { sequenceComparer } from '../compare/sequences';
import type { Question, Side, Sides } from '../compare/sides';
import { countedLines, percent, sumOf, Tally } from '../compare/tally';
import { NO_TOKEN, type TokenFile } from '../proxy/callers';
import type { SavedLine, SavedRequest } from './saved-request';

export interface ReplayOptions extends LookupOptions {
  readonly requests: AsyncIterable<SavedLine>;
  readonly tokens: TokenFile;
  /** Saved requests that are asked at a time. */
  readonly concurrency: number;
  /** Receives the result of each request, in the order in which they are known. */
  readonly onResult: (line: number, request: SavedRequest, result: Result) => void;
}

export async function replay(options: ReplayOptions): Promise<Tally> {
  const tally = new Tally();
  const compare = sequenceComparer(
    (request) => compareLookup(options, request),
    () => 0,
  );
  const pending = new Set<Promise<void>>();

  for await (const { line, request } of options.requests) {
    while (pending.size >= options.concurrency) await Promise.race(pending);
    const done = resultOf(request).then((result) => {
      tally.compared({ caller: request.caller, lookup: request.lookup, line }, result);
      options.onResult(line, request, result);
      pending.delete(done);
    });
    pending.add(done);
  }
  await Promise.all(pending);
  return tally;

  async function resultOf(request: SavedRequest): Promise<Result> {
    const questions = { old: questionFor('old', request), new: questionFor('new', request) };
    if (questions.old === undefined || questions.new === undefined) return notCompared('no_token');
    const { status, records } = request;
    return compare({ questions: questions as Sides<Question>, served: { status, records } });
  }

  function questionFor(side: Side, { lookup, path, caller, type, body }: SavedRequest): Question | undefined {
    const question = { lookup, path, type: type ?? undefined, body };
    if (caller === NO_TOKEN) return { ...question, authorization: undefined };
    const token = options.tokens.get(caller)?.[side] ?? options.tokens.get('*')?.[side];
    return token === undefined ? undefined : { ...question, authorization: `Bearer ${token}` };
  }
}

export type Report = ReturnType<typeof reportOf>;

/** It has no value of a request or an answer, and no token. */
export function reportOf(tally: Tally) {
  const outcomes = tally.counts('compared');
  const requests = sumOf(outcomes, {});
  const notComparedCount = sumOf(outcomes, { outcome: 'not_compared' });
  return {
    requests,
    same: sumOf(outcomes, { outcome: 'same' }),
    ignored: sumOf(outcomes, { outcome: 'ignored' }),
    different: sumOf(outcomes, { outcome: 'different' }),
    notCompared: notComparedCount,
    /** Share of the requests that were compared, from 0 to 1. */
    compared: requests === 0 ? 0 : (requests - notComparedCount) / requests,
    differences: tally.counts('differences'),
    habits: tally.counts('ignored'),
    notComparedBecause: tally.counts('notCompared'),
  };
}

/** What is missing for a good result; empty if nothing is. @param minCompared from 0 to 1 */
export function problemsOf({ different, requests, compared }: Report, minCompared: number): string[] {
  if (requests === 0) return ['The file has no request.'];
  const few = `Only ${percent(compared)} of the requests were compared; --min-compared asks for ${percent(minCompared)}.`;
  return [...(different > 0 ? [`${different} answers differ.`] : []), ...(compared < minCompared ? [few] : [])];
}

export const linesOf = (report: Report): string[] => [
  `${report.requests} requests, ${percent(report.compared)} compared`,
  `  same          ${report.same}`,
  `  ignored       ${report.ignored}`,
  `  different     ${report.different}`,
  `  not compared  ${report.notCompared}`,
  ...countedLines('different', report.differences),
  ...countedLines('ignored', report.habits),
  ...countedLines('not compared', report.notComparedBecause),
];
