/** The two lookups of the contract, and the paging of their answers. */

import { REST_PATHS } from '../../src/model/operations';

/** By the name of the list in the answer. */
export const PATHS = { leases: REST_PATHS.leasesForTenant, tenants: REST_PATHS.tenantsByLease } as const;

export type Lookup = keyof typeof PATHS;

/** The lookup of a request. The path may have anything before it, and its last slash may be missing. A query may ask for something else. */
export function lookupOf(method: string | undefined, path: string): Lookup | undefined {
  if (method !== 'POST' || path.includes('?')) return undefined;
  const names = Object.keys(PATHS) as Lookup[];
  return names.find((name) => path.endsWith(PATHS[name]) || `${path}/`.endsWith(PATHS[name]));
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object in a text; empty if there is none. */
export function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

/** The records of an answer. */
export function recordsIn(body: JsonObject, lookup: Lookup): readonly unknown[] {
  const records = Object.hasOwn(body, lookup) ? body[lookup] : undefined;
  return Array.isArray(records) ? records : [];
}

/** `last_id` as it is written, because a number may have more digits than JavaScript keeps. -1 means that nothing follows. */
export function lastIdIn(text: string, body: JsonObject): string | undefined {
  const value = Object.hasOwn(body, 'last_id') ? body.last_id : undefined;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return value;
  if (typeof value !== 'number') return undefined;
  return Number.isSafeInteger(value) ? String(value) : /"last_id"\s*:\s*(-?\d+)/.exec(text)?.[1];
}

/** Of a further page: the cursor belongs to the server that issued it. Undefined for a cursor that means the same everywhere. */
export function cursorOf(body: string): string | undefined {
  const afterId = objectIn(body)['after-id'];
  const text = typeof afterId === 'number' || typeof afterId === 'string' ? String(afterId) : '';
  return /^\d+$/.test(text) && Number(text) > 1 ? text : undefined;
}

/** The same request for another page. Without a cursor it asks for the first one. */
export function bodyAt(body: string, cursor: string | undefined): string {
  const { 'after-id': before, ...criteria } = objectIn(body);
  if (cursor === undefined) return JSON.stringify(criteria);
  return JSON.stringify({ ...criteria, 'after-id': typeof before === 'number' ? Number(cursor) : cursor });
}
