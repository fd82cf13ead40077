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
  /** Undefined for a request without a `Content-Type` header. */
  readonly type: string | undefined;
  readonly body: string;
}

/** @throws {NoAnswer} */
export type Ask = (question: Question) => Promise<Answer>;

export function asking(target: Target, timeoutMs: number): Ask {
  return async ({ path, authorization, type, body }) => {
    const bytes = Buffer.from(body);
    const headers = ['Host', target.url.host, 'Content-Length', String(bytes.length)];
    if (type !== undefined) headers.push('Content-Type', type);
    if (authorization !== undefined) headers.push('Authorization', authorization);
    return ask(target, { method: 'POST', path, headers }, bytes, timeoutMs);
  };
}

/** Attempts to get an answer from a busy server. */
const ATTEMPTS = 4;

/** Asks again after a pause when the server is busy or does not answer. */
export function patiently(once: Ask, pause: (ms: number) => Promise<void>): Ask {
  return async (question) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      try {
        const answer = await once(question);
        if (isLast || !UNAVAILABLE.has(answer.status)) return answer;
      } catch (failure) {
        const mayPass = failure instanceof NoAnswer && failure.reason === 'no_answer';
        if (isLast || !mayPass) throw failure;
      }
      await pause(250 * 2 ** attempt);
    }
  };
}
