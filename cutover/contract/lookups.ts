/** The two lookups of the contract, how a side is asked them, and their pages (section 8). */

import { REST_PATHS } from '../../src/model/operations';
import { type Answer, ask, errorTypeIn, fieldOf, isObject, jsonIn, lastIdIn, recordsIn, succeeded } from './answers';
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
  /** `POST` by default. */
  readonly method?: string;
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
  return async ({ method = 'POST', path, authorization, type, body }) => {
    const bytes = method === 'GET' ? undefined : Buffer.from(body);
    const headers = ['Host', target.url.host];
    if (bytes !== undefined) headers.push('Content-Length', String(bytes.length));
    if (type !== null) headers.push('Content-Type', type);
    if (authorization !== undefined) headers.push('Authorization', authorization);
    return ask(target, { method, path, headers }, bytes, timeoutMs);
  };
}

/**
 * `refused`: the last request was no success. `repeated`: a cursor came again. `open`: more pages follow than were read.
 */
export type Ending = 'last_id is -1' | 'no last_id' | 'an empty page' | 'not found' | 'refused' | 'repeated' | 'open';

/**
 * @param read the page after a cursor; undefined for the first one @param most pages that are read
 * @returns the successful pages, and the answer to the last request, which is a page or a refusal
 */
export async function readPages<Page extends Answer>(
  lookup: Lookup,
  read: (cursor: string | undefined) => Promise<Page>,
  most: number,
) {
  const pages: Page[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ; cursors.add(cursor)) {
    const last = await read(cursor);
    const ended = (ending: Ending) => ({ pages, ending, last });
    if (!succeeded(last)) return ended(errorTypeIn(last) === 'not_found' ? 'not found' : 'refused');
    pages.push(last);
    cursor = lastIdIn(last);
    const isEmpty = pages.length > 1 && recordsIn(last, lookup).length === 0;
    if (cursor === undefined) return ended(isEmpty ? 'an empty page' : 'no last_id');
    if (cursor === '-1') return ended(isEmpty ? 'an empty page' : 'last_id is -1');
    if (cursors.has(cursor)) return ended('repeated');
    if (pages.length >= most) return ended('open');
  }
}

/** Whether an answer is a page that another one follows. */
export function hasNext(answer: Answer): boolean {
  const lastId = succeeded(answer) ? lastIdIn(answer) : undefined;
  return lastId !== undefined && lastId !== '-1';
}

const CURSOR = 'after-id';

/** Of a further page: the cursor belongs to the server that issued it. Undefined for a cursor that means the same everywhere. */
export function cursorOf(body: string): string | undefined {
  const afterId = fieldOf(jsonIn(body), CURSOR);
  const text = typeof afterId === 'number' || typeof afterId === 'string' ? String(afterId) : '';
  return /^\d+$/.test(text) && Number(text) > 1 ? text : undefined;
}

/** The same request for another page. Without a cursor it asks for the first one. */
export function bodyAt(body: string, cursor: string | undefined): string {
  const value = jsonIn(body);
  const { [CURSOR]: before, ...criteria } = isObject(value) ? value : {};
  if (cursor === undefined) return JSON.stringify(criteria);
  return JSON.stringify({ ...criteria, [CURSOR]: typeof before === 'number' ? Number(cursor) : cursor });
}
