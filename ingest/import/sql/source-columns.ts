/** How the columns of a source are read: as the text that its server sends, or not at all. */

import { isUtf8 } from 'node:buffer';

import type { FieldPacket, TypeCastField } from 'mysql2';

/** Of a row: the text, null, or bytes that are no UTF-8. */
export type SourceValue = string | null | Buffer;

export interface SourceColumn {
  readonly name: string;
  /** Why the text of the column may not be its value, and what helps; undefined if it always is. */
  readonly inexact: string | undefined;
}

/** Types of the protocol. */
const FLOAT = 4;
const BIT = 16;
const VECTOR = 242;
const JSON_TYPE = 245;
const GEOMETRY = 255;

/** A DOUBLE is exact: both servers send the shortest text that reads as the same number. */
export function sourceColumn({ name, columnType, columnLength = 0, ...extended }: FieldPacket): SourceColumn {
  const inexact = (): string | undefined => {
    if (columnType === FLOAT)
      return 'a FLOAT, of which the source sends at most six digits: use CAST(… AS DECIMAL(15, 2)) with as many decimals as it has';
    if (columnType === BIT && columnLength > 1) return 'a BIT of several bits: use CAST(… AS UNSIGNED)';
    // MariaDB stores JSON as text and only marks it.
    if (columnType === JSON_TYPE || extended.extendedFormat === 'json')
      return 'JSON, in which texts have quotes: use JSON_VALUE or JSON_UNQUOTE';
    if (columnType === GEOMETRY) return 'a geometry: use ST_AsText, or ST_X and ST_Y';
    if (columnType === VECTOR || extended.extendedTypeName === 'vector') return 'a vector, which is no text';
    return undefined;
  };
  return { name, inexact: inexact() };
}

/** What the driver reads as text, or as bytes if the column has no character set. */
const TEXTS = new Set<string>(['VARCHAR', 'VAR_STRING', 'STRING', 'TINY_BLOB', 'MEDIUM_BLOB', 'LONG_BLOB', 'BLOB']);

/** A number that went through JavaScript could be rounded, lose its zeros or get another form. */
export function valueAsSent(field: TypeCastField, read: () => unknown): SourceValue {
  if (!TEXTS.has(field.type)) return field.type === 'BIT' ? bitOf(field.buffer()) : field.string('utf8');
  const value = read() as SourceValue;
  return Buffer.isBuffer(value) && isUtf8(value) ? value.toString() : value;
}

const bitOf = (bytes: Buffer | null): SourceValue => bytes && String(bytes[0]);
