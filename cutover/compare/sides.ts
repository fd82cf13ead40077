/** The two servers that are compared, and how one of them is asked. */

import { type Answer, ask, type Lookup } from '../contract/answers';
import type { Target } from '../contract/exchange';

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
