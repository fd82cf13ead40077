/** How single fields of a request are read (decisions 2, 8, 16, 21 and 23). Null counts as absent everywhere. */

import { ADDRESS_TEXTS, COORDINATES } from './world';
import { Refusal, invalidCursor, invalidRequest } from './refusal';

export type Body = Readonly<Record<string, unknown>>;

export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isBlank = (text: string): boolean => /^ *$/.test(text);

function checkedText(value: unknown): string {
  if (typeof value !== 'string') throw invalidRequest();
  const broken = value.includes('\0') || Array.from(value).some((character) => /^[\ud800-\udfff]$/.test(character));
  if (broken || Array.from(value).length > 255) throw invalidRequest();
  return value;
}

/** A field in which a blank counts as absent: identifications of 4.1 and groups. */
export function identification(body: Body, field: string): string | undefined {
  const value = body[field];
  if (isAbsent(value)) return undefined;
  const text = checkedText(value);
  return isBlank(text) ? undefined : text;
}

/** A field in which a blank would silently widen the search. */
export function filterText(body: Body, field: string): string | undefined {
  const value = body[field];
  if (isAbsent(value)) return undefined;
  const text = checkedText(value);
  if (isBlank(text)) throw invalidRequest();
  return text;
}

export function flag(body: Body, field: string): boolean {
  const value = body[field];
  if (isAbsent(value)) return false;
  if (typeof value !== 'boolean') throw invalidRequest();
  return value;
}

export function number(body: Body, field: string): number | undefined {
  const value = body[field];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidRequest();
  return value;
}

export function date(body: Body, field: string): string | undefined {
  const text = filterText(body, field);
  if (text === undefined) return undefined;
  const exists =
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    text >= '0001-01-01' &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
  if (!exists) throw invalidRequest();
  return text;
}

export interface AddressFilter {
  readonly texts: readonly (readonly [column: (typeof ADDRESS_TEXTS)[number], value: string])[];
  readonly coordinates: readonly (readonly [column: (typeof COORDINATES)[number], value: number])[];
}

export function address(body: Body): AddressFilter {
  const value = body.address;
  if (isAbsent(value)) return { texts: [], coordinates: [] };
  if (!isObject(value)) throw invalidRequest();
  const known: readonly string[] = [...ADDRESS_TEXTS, ...COORDINATES];
  if (Object.keys(value).some((key) => !known.includes(key))) throw invalidRequest();
  return {
    texts: ADDRESS_TEXTS.flatMap((column) => {
      const text = filterText(value, column);
      return text === undefined ? [] : [[column, text] as const];
    }),
    coordinates: COORDINATES.flatMap((column) => {
      const degrees = number(value, column);
      return degrees === undefined ? [] : [[column, degrees] as const];
    }),
  };
}

/** Where a page begins: after this paging id, or nowhere if the previous page was the last. */
export function cursor(body: Body): number | 'nothing left' {
  const value = body['after-id'];
  if (isAbsent(value)) return 0;
  if (value === -1 || value === '-1') return 'nothing left';
  const digits = typeof value === 'string' && /^[0-9]{1,19}$/.test(value);
  const id = digits ? Number(value) : value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw invalidCursor();
  // Decision 1: the default "1" is the beginning.
  return id === 1 ? 0 : id;
}

/** @throws {Refusal} */
export function readBody(text: string): Body {
  if (text === '') return {};
  const body = parsed(text);
  if (!isObject(body)) throw invalidRequest();
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'invalid_json');
  }
}
