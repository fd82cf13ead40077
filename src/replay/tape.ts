/** The format of a tape: a line of JSON for each request, as docs/use/replay.md describes it. */

import type { ValueHash } from '../comparison/differences';
import { isPlainName } from '../http/plain-names';

/** Where the operations are, after the base URL of a server. */
export const PATHS = {
  'find-for-tenant': '/leases/find-for-tenant/',
  tenants: '/leases/tenants/',
} as const;

export type Operation = keyof typeof PATHS;

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export interface TapedRequest {
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly operation: Operation;
  /** A name, or `#` and a keyed hash. Null without an `Authorization` header. */
  readonly caller: string | null;
  /** The media type of the body; null without one. */
  readonly type: string | null;
  /** Absent when the request had none, or when it was left out. */
  readonly body?: JsonValue;
  /** Paths of the values in `body` that are hashes. */
  readonly hashed?: readonly string[];
  /** Why the body was left out. */
  readonly leftOut?: 'not_json' | 'too_large' | 'nested_too_deep';
  /** Of the answer that was recorded. */
  readonly status: number;
  readonly lastId?: number;
}

/** The operation that a path leads to, whatever precedes it. */
export function operationOf(path: string): Operation | undefined {
  const names = Object.keys(PATHS) as Operation[];
  return names.find((name) => path.endsWith(PATHS[name]) || `${path}/`.endsWith(PATHS[name]));
}

/** Fields that say which records are meant and are no personal data by themselves. */
const KEPT = new Set([
  'identifier',
  'external_ref',
  'active',
  'group_id',
  'group_external_ref',
  'after-id',
  'min_move_in_date',
  'max_move_in_date',
]);

const KEPT_IN_ADDRESS = new Set([
  'building_name',
  'address_line_1',
  'address_line_2',
  'city',
  'country',
  'state',
  'postal_code',
  'latitude',
  'longitude',
]);

/** The other names of the contract are plain. */
const isShownName = (name: string): boolean => KEPT.has(name) || KEPT_IN_ADDRESS.has(name) || isPlainName(name);

type JsonObject = { readonly [name: string]: JsonValue };

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface HashedBody {
  readonly body: JsonValue;
  readonly hashed: readonly string[];
}

/**
 * Replaces every value that may be personal by its hash: all but those of the fields above, and there texts with `@`.
 * Replaces names that may be personal by `#` and their hash.
 */
export function hashPersonalValues(body: JsonValue, hash: ValueHash): HashedBody {
  const hashed: string[] = [];
  const hashOf = (value: JsonValue, path: string): string => {
    hashed.push(path);
    return hash(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const isPlain = (value: JsonValue): boolean => typeof value !== 'object' && !String(value).includes('@');
  const hashFields = (object: JsonObject, kept: ReadonlySet<string>, prefix: string): JsonValue =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]): [string, JsonValue] => {
        if (prefix === '' && name === 'address' && isObject(value))
          return [name, hashFields(value, KEPT_IN_ADDRESS, 'address.')];
        const shown = isShownName(name) ? name : `#${hash(name)}`;
        const isKept = value === null || typeof value === 'boolean' || (kept.has(name) && isPlain(value));
        if (isKept && shown === name) return [name, value];
        return [shown, hashOf(value, prefix + shown)];
      }),
    );
  if (!isObject(body)) return { body: hashOf(body, ''), hashed };
  return { body: hashFields(body, KEPT, ''), hashed };
}

/** Puts values in the place of their hashes. Undefined when one is not known. */
export function restoreValues(
  body: JsonValue,
  hashed: readonly string[],
  values: ReadonlyMap<string, string>,
): JsonValue | undefined {
  // A tape with all values may have bodies that are nested too deeply for this.
  if (hashed.length === 0) return body;
  let isComplete = true;
  const restore = (value: JsonValue, path: string): JsonValue => {
    if (hashed.includes(path)) {
      const known = typeof value === 'string' ? values.get(value) : undefined;
      isComplete &&= known !== undefined && !path.includes('#');
      return known ?? value;
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, restore(entry, path === '' ? name : `${path}.${name}`)]),
    );
  };
  const restored = restore(body, '');
  return isComplete ? restored : undefined;
}

/** @throws {Error} that says what is wrong with the line, without a value of it */
export function readTapedRequest(line: string): TapedRequest {
  let value: Partial<TapedRequest> | null;
  try {
    value = JSON.parse(line) as Partial<TapedRequest> | null;
  } catch (cause) {
    throw new Error('is not JSON', { cause });
  }
  const problems = [
    typeof value?.at !== 'number' && 'at',
    (typeof value?.operation !== 'string' || !Object.hasOwn(PATHS, value.operation)) && 'operation',
    value?.caller !== null && typeof value?.caller !== 'string' && 'caller',
    value?.type !== null && typeof value?.type !== 'string' && 'type',
    typeof value?.status !== 'number' && 'status',
    !['undefined', 'number'].includes(typeof value?.lastId) && 'lastId',
    !(
      value?.hashed === undefined ||
      (Array.isArray(value.hashed) && value.hashed.every((path) => typeof path === 'string'))
    ) && 'hashed',
  ].filter((name) => name !== false);
  if (problems.length > 0) throw new Error(`has no valid ${problems.join(', ')}`);
  return value as TapedRequest;
}
