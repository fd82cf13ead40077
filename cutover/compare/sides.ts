/** The two servers that are compared, and how one of them is asked. */

import { type Answer, ask, type Lookup, UNAVAILABLE } from '../contract/answers';
import { NoAnswer, type Target } from '../contract/exchange';

export type Side = 'old' | 'new';
export type Sides<Value> = Readonly<Record<Side, Value>>;

export interface Question {
  readonly lookup: Lookup;
  readonly path: string;
  /** The whole header; undefined for a request without one. */
  readonly authorization: string | undefined;
  /** The `Content-Type`; null without one. */
  readonly type: string | null;
  readonly body: string;
}

/** @throws {NoAnswer} */
export type Ask = (question: Question) => Promise<Answer>;

export function asking(target: Target, timeoutMs: number): Ask {
  return async ({ path, authorization, type, body }) => {
    const bytes = Buffer.from(body);
    const headers = ['Host', target.url.host, 'Content-Length', String(bytes.length)];
    if (type !== null) headers.push('Content-Type', type);
    if (authorization !== undefined) headers.push('Authorization', authorization);
    return ask(target, { method: 'POST', path, headers }, bytes, timeoutMs);
  };
}

/** Milliseconds before a busy server is asked again. */
const PAUSES_MS = [500, 1_000, 2_000];

/** Asks again after a pause when the server is busy or does not answer. */
export function patiently(once: Ask, sleep: (ms: number) => Promise<unknown>): Ask {
  return async (question) => {
    for (const ms of PAUSES_MS) {
      const answer = await once(question).catch((failure: unknown) => {
        if (!(failure instanceof NoAnswer) || failure.reason !== 'no_answer') throw failure;
      });
      if (answer !== undefined && !UNAVAILABLE.has(answer.status)) return answer;
      await sleep(ms);
    }
    return once(question);
  };
}
