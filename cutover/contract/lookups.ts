/** The two lookups of the contract, and how a side is asked them. */

import { REST_PATHS } from '../../src/model/operations';
import { type Answer, ask } from './answers';
import type { Target } from './exchange';

/** By the name of the list in the answer. */
export const PATHS = { leases: REST_PATHS.leasesForTenant, tenants: REST_PATHS.tenantsByLease } as const;

export type Lookup = keyof typeof PATHS;

export const LOOKUPS = Object.keys(PATHS) as Lookup[];

/** The lookup of a request. The path may have anything before it, and its last slash may be missing. A query may ask for something else. */
export function lookupOf(method: string | undefined, path: string): Lookup | undefined {
  if (method !== 'POST' || path.includes('?')) return undefined;
  return LOOKUPS.find((name) => path.endsWith(PATHS[name]) || `${path}/`.endsWith(PATHS[name]));
}

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
