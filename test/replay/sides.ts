/** Sides of a replay that are functions, and a replay of requests against them. */

import type { Answer } from '../../src/comparison/compare-answers';
import { valueHash } from '../../src/comparison/differences';
import { replay, type ReplayOptions } from '../../src/replay/replay';
import type { Result } from '../../src/replay/report';
import type { Ask, NoAnswer, Question } from '../../src/replay/side';
import type { TapedRequest } from '../../src/replay/tape';
import { type Fields, lease, leases } from '../comparison/answers';

export const hash = valueHash('key');

export const taped = (body: TapedRequest['body'], more: Partial<TapedRequest> = {}): TapedRequest => ({
  at: 0,
  operation: 'find-for-tenant',
  caller: 'billing',
  type: 'application/json',
  body,
  status: 200,
  ...more,
});

type Reply = Answer | NoAnswer;

/** Answers one after the other; the last one is repeated. */
export function sequence(...replies: readonly Reply[]): Ask & { asked: Question[] } {
  const asked: Question[] = [];
  const ask = (question: Question): Promise<Reply> => {
    asked.push(question);
    return Promise.resolve(replies[Math.min(asked.length, replies.length) - 1]!);
  };
  return Object.assign(ask, { asked });
}

/** A server whose paging ids begin after `offset`, with pages of `size`. */
export function paged(
  names: readonly string[],
  {
    size = 100,
    offset = 0,
    more = {},
  }: { size?: number; offset?: number; more?: Readonly<Record<string, Fields>> } = {},
) {
  const asked: unknown[] = [];
  const ask: Ask = ({ body }) => {
    const afterId = (body as Fields)['after-id'] ?? 1;
    asked.push(afterId);
    const from = Number(afterId) === 1 ? 0 : Number(afterId) - offset;
    const page = names.slice(from, from + size);
    const end = from + page.length;
    return Promise.resolve(
      leases(
        page.map((name) => lease(name, more[name])),
        end < names.length ? end + offset : -1,
      ),
    );
  };
  return Object.assign(ask, { asked });
}

export async function run(requests: readonly TapedRequest[], left: Ask, right: Ask, more: Partial<ReplayOptions> = {}) {
  const results: Result[] = [];
  const report = await replay({
    requests: lines(requests),
    ask: { left, right },
    defaultTokens: { left: 'left-token', right: 'right-token' },
    tokens: new Map(),
    values: new Map(),
    comparison: { hash },
    maxRequests: Infinity,
    maxSeconds: Infinity,
    concurrency: 4,
    againAfterMs: 0,
    sleep: () => Promise.resolve(),
    monotonicNow: () => 0,
    onResult: (line, _request, result) => (results[line - 1] = result),
    ...more,
  });
  return { report, results };
}

async function* lines(requests: readonly TapedRequest[]) {
  for (const [index, request] of requests.entries()) yield { line: index + 1, request };
  await Promise.resolve();
}
