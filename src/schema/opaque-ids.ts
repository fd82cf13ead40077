/** Node ids and cursors. They are opaque to clients, and one of the wrong kind is refused. */

import { ServiceError } from '../errors';
import type { RowId } from '../model/page';

export const KINDS = ['lease', 'tenant', 'group'] as const;
export type Kind = (typeof KINDS)[number];

const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');

/** The length of a cursor with the longest kind and the largest row id. */
const LONGEST = 40;

/** Undefined for a text that {@link encode} did not write: encoding must give the same text again. */
function decode(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const decoded = Buffer.from(text, 'base64url').toString('latin1');
  return encode(decoded) === text ? decoded : undefined;
}

function rowIdFrom(digits: string | undefined): RowId | undefined {
  const id = /^[1-9]\d{0,15}$/.test(digits ?? '') ? Number(digits) : NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

export function encodeNodeId(kind: Kind, rowId: RowId): string {
  return encode(`${kind}:${rowId}`);
}

/** Undefined for an id that {@link encodeNodeId} did not write. */
export function decodeNodeId(id: string): { readonly kind: Kind; readonly rowId: RowId } | undefined {
  const [name, digits, ...rest] = decode(id)?.split(':') ?? [];
  const kind = KINDS.find((candidate) => candidate === name);
  const rowId = rowIdFrom(digits);
  return kind === undefined || rowId === undefined || rest.length > 0 ? undefined : { kind, rowId };
}

export function encodeCursor(kind: Kind, rowId: RowId): string {
  return encode(`after:${kind}:${rowId}`);
}

/** @throws {ServiceError} `invalid_cursor` for a cursor of another kind, or an invalid one */
export function decodeCursor(kind: Kind, cursor: string): RowId {
  const [prefix, name, digits, ...rest] = decode(cursor)?.split(':') ?? [];
  const rowId = rowIdFrom(digits);
  if (prefix !== 'after' || name !== kind || rowId === undefined || rest.length > 0) {
    throw new ServiceError('invalidCursor');
  }
  return rowId;
}
