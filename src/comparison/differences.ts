/** A difference between two answers, described without a value of either. */

import { createHmac } from 'node:crypto';

export type DifferenceKind =
  | 'status'
  | 'media_type'
  | 'not_json'
  | 'error_type'
  | 'message'
  /** One side has a value, and for the other it is unknown. */
  | 'missing_value'
  | 'absent_or_null'
  | 'type'
  | 'value'
  /** The following kinds are of values that are almost the same. */
  | 'letter_case'
  | 'spaces'
  | 'unicode_form'
  | 'punctuation'
  | 'date_form'
  | 'rounding'
  | 'missing_record'
  | 'repeated_record'
  | 'order'
  | 'length'
  /** One side has a further page, the other has none. */
  | 'more_follows'
  | 'paging_id';

export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it is in the body, such as `$.leases[*].rent`. `$` alone is the answer as a whole. */
  readonly path: string;
  /** Type, length and keyed hash of each value. Only statuses, error types, booleans and media types are shown as they are. */
  readonly left: string;
  readonly right: string;
  /** Keyed hash of the innermost record around it. */
  readonly record?: string;
}

/** Replaces a value by a text of fixed length that says nothing about it to anyone without the key. */
export type ValueHash = (text: string) => string;

/** HMAC-SHA-256 in 16 hexadecimal digits. */
export function valueHash(key: Uint8Array | string): ValueHash {
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex').slice(0, 16);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function describe(value: unknown, hash: ValueHash): string {
  if (value === undefined) return 'absent';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `number #${hash(String(value))}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object') return 'object';
  const text = value as string;
  if (text.trim() === '') return text === '' ? 'empty text' : 'blank text';
  return `${DATE.test(text) ? 'date' : `text of ${[...text].length} characters`} #${hash(text)}`;
}

/** How two different values differ. */
export function kindOfValues(left: unknown, right: unknown): DifferenceKind {
  if (typeof left === 'number' && typeof right === 'number') return areRounded(left, right) ? 'rounding' : 'value';
  if (typeof left !== 'string' || typeof right !== 'string') return typeOf(left) === typeOf(right) ? 'value' : 'type';
  const alike = (form: (text: string) => string): boolean => form(left) !== '' && form(left) === form(right);
  if (alike((text) => text.trim())) return 'spaces';
  if (alike((text) => text.toLowerCase())) return 'letter_case';
  if (alike((text) => text.normalize('NFC'))) return 'unicode_form';
  if (alike((text) => /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0] ?? '')) return 'date_form';
  if (alike((text) => text.replace(/[\s\p{P}]/gu, ''))) return 'punctuation';
  return 'value';
}

/** Whether one number is the other one with fewer decimals. */
function areRounded(left: number, right: number): boolean {
  for (let decimals = 0; decimals < 12; decimals++) {
    if (Number(left.toFixed(decimals)) === right || Number(right.toFixed(decimals)) === left) return true;
  }
  return false;
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}
