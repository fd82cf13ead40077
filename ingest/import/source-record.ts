import { isUtf8 } from 'node:buffer';
import { on } from 'node:events';
import type { Readable } from 'node:stream';

import type { CellFormats } from './cell-formats';
import type { RecordKind } from './kinds';

/** One record as it is in the file, not yet checked. */
export type SourceRecord = { /** The line on which the record starts, from 1. */ readonly line: number } &
  /** `json` is the text of `value`. */
  (
    | { readonly value: unknown; readonly json: string }
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

/** A batch of long records ends at this size, so that memory stays flat. */
export const BATCH_BYTES = 8 * 1024 * 1024;

/** Longer records are not read, so that a file without line breaks cannot exhaust memory. */
export const LONGEST_RECORD_BYTES = 1024 * 1024;

/** The text of bytes; undefined when they are not UTF-8. */
export const textOf = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString() : undefined);

export const BROKEN_UTF8 =
  'is not valid UTF-8: if the file is in Windows-1252, convert it by iconv -f WINDOWS-1252 -t UTF-8';

export type Values = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where the records of one kind come from: a file or a query. It may be read twice, with the same result. */
export interface RecordSource {
  readonly kind: RecordKind;
  /** As messages show it. */
  readonly name: string;
  /** A query may ask for recent rows. A file without records is a failed export, even if nothing is pruned. */
  readonly mayBeEmpty?: true;
  /** Those of its leases with their tenants, if these are not in the records themselves. */
  readonly pairs?: PairSource;
  /** The records in batches, as they arrive. @throws {LoadingError} when it cannot be read to its end */
  records(): AsyncGenerator<readonly SourceRecord[], void>;
}

/** Pairs of a lease and a tenant. Known after the leases were read once. */
export interface PairSource {
  readonly name: string;
  readonly read: number;
  readonly hasUnmatched: boolean;
  /** Pairs whose lease is not among the leases. */
  unmatched(): AsyncGenerator<SourceRecord, void>;
}

/** The objects of a stream in batches of all that have arrived: iterating over them one by one costs more. */
export async function* arrivalsOf<Item>(stream: Readable): AsyncGenerator<readonly Item[], void> {
  for await (const _ of on(stream, 'readable', { close: ['close'] })) {
    const items: Item[] = [];
    for (let item: Item | null; (item = stream.read() as Item | null) !== null;) items.push(item);
    if (items.length > 0) yield items;
  }
}
