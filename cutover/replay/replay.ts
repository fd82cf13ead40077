/** Sends saved requests to both sides and compares their answers. */

import { compareLookup, notCompared, type Result } from '../compare/compare-lookup';
import type { RuleName } from '../compare/rules';
import { sequenceComparer } from '../compare/sequences';
import type { Ask, Question, Side, Sides } from '../compare/sides';
import { NO_TOKEN, type TokenFile } from '../proxy/callers';
import { createReport, type Report } from './report';
import type { SavedLine, SavedRequest } from './saved-request';

export interface ReplayOptions {
  readonly requests: AsyncIterable<SavedLine>;
  readonly ask: Sides<Ask>;
  readonly tokens: TokenFile;
  readonly rules: ReadonlySet<RuleName>;
  readonly mostPages: number;
  /** Saved requests that are asked at a time. */
  readonly concurrency: number;
  readonly beforeAgain: () => Promise<void>;
  readonly monotonicNow: () => number;
  /** Receives the result of each request, in the order in which they are known. */
  readonly onResult: (line: number, request: SavedRequest, result: Result) => void;
}

export async function replay(options: ReplayOptions): Promise<Report> {
  const { requests, ask, rules, mostPages, beforeAgain, monotonicNow, onResult } = options;
  const began = monotonicNow();
  const report = createReport();
  const compare = sequenceComparer(
    (request) => compareLookup({ ask, rules, mostPages, beforeAgain }, request),
    () => 0,
  );
  const pending = new Set<Promise<void>>();

  for await (const { line, request } of requests) {
    while (pending.size >= options.concurrency) await Promise.race(pending);
    const done = resultOf(request).then((result) => {
      report.add(request.lookup, line, result);
      onResult(line, request, result);
      pending.delete(done);
    });
    pending.add(done);
  }
  await Promise.all(pending);
  return report.finish((monotonicNow() - began) / 1000);

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
