import { isUtf8 } from 'node:buffer';

import type { CellFormats } from './cell-formats';

/** One record as it is in the file, not yet checked. */
export type SourceRecord = { /** The line on which the record starts, from 1. */ readonly line: number } & (
  | { readonly value: unknown; /** The text of `value`. */ readonly json: string }
  /** A list is the value of a field, not the text of a cell. `formats` are those of a file. */
  | { readonly cells: Readonly<Record<string, string | readonly string[]>>; readonly formats?: CellFormats }
  /** It cannot be read. `text` is absent when its bytes are not text; `readable` holds its identifier if that can be read. */
  | { readonly problem: string; readonly text?: string; readonly readable?: unknown }
);

/**
 * The record as JSON text on one line. Text from a JSON file is passed on, because serialising deep nesting again would fail;
 * its line breaks are between values, since no string of valid JSON contains one.
 */
export function originalOf(source: SourceRecord): string | undefined {
  if ('json' in source) return source.json.replace(/[\r\n]+ */g, ' ');
  return JSON.stringify('cells' in source ? source.cells : source.text);
}

/** Roughly, in bytes. */
export function sizeOf(source: SourceRecord): number {
  if ('json' in source) return source.json.length;
  if ('problem' in source) return source.text?.length ?? 0;
  let size = 0;
  for (const field in source.cells) size += source.cells[field]?.length ?? 0;
  return size;
}

/** Longer records are not read, so that a file without line breaks cannot exhaust memory. */
export const LONGEST_RECORD_BYTES = 1024 * 1024;

/** The text of bytes; undefined when they are not UTF-8. */
export const textOf = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString() : undefined);

export const BROKEN_UTF8 = 'is not valid UTF-8';

/** By key. */
export type Values = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
