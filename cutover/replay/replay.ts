/** Sends saved requests to both sides, and compares and counts their answers. */

import { type Comparison, notCompared } from '../compare/compare-answers';
import { lookupComparer, type LookupOptions } from '../compare/compare-lookup';
import type { Question, Side } from '../compare/sides';
import { linesOf, percent, sumOf, Tally } from '../compare/tally';
import { NO_TOKEN, type TokenFile } from '../proxy/callers';
import type { SavedLine, SavedRequest } from './saved-request';

interface ReplayOptions extends Omit<LookupOptions, 'monotonicNow'> {
  readonly requests: AsyncIterable<SavedLine>;
  readonly tokens: TokenFile;
  /** Saved requests that are asked at a time. */
  readonly concurrency: number;
  /** Receives the result of each request, in the order in which they end. */
  readonly onResult: (line: number, request: SavedRequest, result: Comparison) => void;
}

export async function replay({ requests, tokens, concurrency, onResult, ...options }: ReplayOptions): Promise<Tally> {
  const tally = new Tally();
  const compare = lookupComparer({ ...options, monotonicNow: () => 0 });
  const pending = new Set<Promise<void>>();

  for await (const { line, request } of requests) {
    while (pending.size >= concurrency) await Promise.race(pending);
    const asked = resultOf(request).catch(() => notCompared('internal_error'));
    const done = asked.then((result) => {
      tally.compared(request.caller, request.lookup, result, `line ${line}: `);
      onResult(line, request, result);
      pending.delete(done);
    });
    pending.add(done);
  }
  await Promise.all(pending);
  return tally;

  async function resultOf(request: SavedRequest): Promise<Comparison> {
    const [old, ours] = [questionFor('old', request), questionFor('new', request)];
    return old && ours ? compare({ questions: { old, new: ours }, served: request }) : notCompared('no_token');
  }

  function questionFor(side: Side, { lookup, path, caller, type, body }: SavedRequest): Question | undefined {
    const token = tokens.get(caller)?.[side] ?? tokens.get('*')?.[side];
    if (token === undefined && caller !== NO_TOKEN) return undefined;
    return { lookup, path, type, body, authorization: caller === NO_TOKEN ? undefined : `Bearer ${token}` };
  }
}

export type Report = ReturnType<typeof reportOf>;

/** It has no value of a request or an answer, and no token. */
export function reportOf({ counts: { served: _served, compared, ...counts } }: Tally) {
  const requests = sumOf(compared, {});
  const having = (outcome: Comparison['outcome']): number => sumOf(compared, { outcome });
  const outcomes = {
    same: having('same'),
    ignored: having('ignored'),
    different: having('different'),
    not_compared: having('not_compared'),
  };
  /** The share of the requests that were compared, from 0 to 1. */
  const share = requests === 0 ? 0 : (requests - outcomes.not_compared) / requests;
  return { requests, share, outcomes, ...counts };
}

/** What is missing for a good result; empty if nothing is. @param minCompared from 0 to 1 */
export function problemsOf({ outcomes: { different }, requests, share }: Report, minCompared: number): string[] {
  if (requests === 0) return ['The file has no request.'];
  const few = `Only ${percent(share)} of the requests were compared; --min-compared asks for ${percent(minCompared)}.`;
  return [...(different > 0 ? [`${different} answers differ.`] : []), ...(share < minCompared ? [few] : [])];
}

export const reportLines = ({ requests, share, outcomes, ...counts }: Report): string[] => [
  `${requests} requests, ${percent(share)} compared`,
  ...Object.entries(outcomes).map(([outcome, count]) => `  ${outcome.replace('_', ' ').padEnd(13)} ${count}`),
  ...linesOf(counts),
];
