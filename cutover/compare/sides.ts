/** The two servers that are compared, and how one of them is asked. */

import { exchange, NoAnswer, type Received, type Target, textOf } from '../contract/exchange';
import type { Lookup } from '../contract/lookups';
import { type Answer, UNAVAILABLE } from './compare-answers';

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

/** Maximum size of an answer in bytes. 100 leases with 100 tenants each take 2 MB. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** @throws {NoAnswer} */
export async function answerIn({
  status,
  headers,
  bytes,
}: Pick<Received, 'status' | 'headers' | 'bytes'>): Promise<Answer> {
  return {
    status,
    contentType: headers['content-type'],
    body: await textOf(bytes, headers['content-encoding'], MOST_BYTES),
  };
}

/** @throws {NoAnswer} */
export type Ask = (question: Question) => Promise<Answer>;

export function asking(target: Target, timeoutMs: number): Ask {
  return async ({ path, authorization, type, body }) => {
    const bytes = Buffer.from(body);
    const headers = ['Host', target.url.host, 'Content-Length', String(bytes.length)];
    if (type !== undefined) headers.push('Content-Type', type);
    if (authorization !== undefined) headers.push('Authorization', authorization);
    const request = { method: 'POST', path, headers };
    return answerIn(await exchange(target, request, bytes, { timeoutMs, mostBytes: MOST_BYTES }));
  };
}

/** Attempts to get an answer from a busy server. */
const ATTEMPTS = 4;

/** Asks again after a pause when the server is busy or does not answer. */
export function patiently(ask: Ask, pause: (ms: number) => Promise<void>): Ask {
  return async (question) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === ATTEMPTS;
      try {
        const answer = await ask(question);
        if (isLast || !UNAVAILABLE.has(answer.status)) return answer;
      } catch (failure) {
        const mayPass = failure instanceof NoAnswer && failure.reason === 'no_answer';
        if (isLast || !mayPass) throw failure;
      }
      await pause(250 * 2 ** attempt);
    }
  };
}
