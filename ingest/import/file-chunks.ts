/** The bytes of an import file, without a byte order mark. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { LoadingError } from './refusals';

export interface ChunkSource {
  readonly name: string;
  /** The ending of its name, which says what it should hold. */
  readonly format: string;
  readonly path: string;
  readonly bytes: number;
  /** The time of its last change, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** @throws {LoadingError} when the file is not of its format, or was changed since it was found */
export async function* fileChunks(source: ChunkSource): AsyncGenerator<Buffer, void> {
  yield* withoutMark(source, createReadStream(source.path, { highWaterMark: 256 * 1024 }));
  const { size, mtimeMs } = await stat(source.path).catch(() => ({ size: -1, mtimeMs: -1 }));
  if (size !== source.bytes || mtimeMs !== source.changedAt)
    throw new LoadingError(`${source.name} was changed while it was read. Run the import again.`);
}

const MARK = Buffer.from('\ufeff');

/** @throws {LoadingError} when the bytes begin like something else than the format */
export async function* withoutMark(
  { name, format }: Pick<ChunkSource, 'name' | 'format'>,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  let start: Buffer | undefined = Buffer.alloc(0);
  const begin = (bytes: Buffer): Buffer => {
    start = undefined;
    const text = bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
    const looked = text.toString('latin1', 0, LOOKED_AT);
    const forms = format === 'csv' ? [...ANY, ...CSV] : ANY;
    const [, other] = forms.find(([beginning]) => beginning.test(looked)) ?? [];
    if (other !== undefined) throw new LoadingError(`${name} ${other}.`);
    return text;
  };
  for await (const chunk of chunks) {
    if (start === undefined) yield chunk;
    else if ((start = Buffer.concat([start, chunk])).length >= MARK.length) yield begin(start);
  }
  if (start !== undefined) yield begin(start);
}

export const ONE_RECORD_EACH_LINE =
  "write one record on each line, as jq -c '.[]' does with an array, in a file whose name ends in .ndjson";

/** What a file seems to be that is no text in UTF-8 of its format, and what to do about it. */
const ANY: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^PK\p{Cc}{2}/u, 'seems to be an Excel workbook or another zip file: save it as CSV in UTF-8'],
  [/^\xd0\xcf\p{Cc}\xe0/u, 'seems to be an old Excel workbook: save it as CSV in UTF-8'],
  [/^\p{Cc}\x8b/u, 'is packed by gzip: unpack it with gunzip'],
  [/^(?:\xff\xfe|\xfe\xff)/, 'is in UTF-16: convert it, as by iconv -f UTF-16 -t UTF-8'],
  [/^[^\0]\0/, 'seems to be in UTF-16 without a byte order mark: convert it, as by iconv -f UTF-16LE -t UTF-8'],
  [/^\0[^\0]/, 'seems to be in UTF-16 without a byte order mark: convert it, as by iconv -f UTF-16BE -t UTF-8'],
  [/^\s*\[\s*(?:\{|$)/, `seems to hold a JSON array: ${ONE_RECORD_EACH_LINE}`],
  [/^\s*<(?:!doctype|html|\?xml)/i, 'seems to be a page in HTML or XML'],
];

const CSV: typeof ANY = [
  [/^\s*\{\s*"/, 'seems to hold JSON: let its name end in .ndjson'],
  [/^"?sep=/i, 'begins with a line for Excel: remove the line, and name the delimiter with --delimiter'],
  [/^[^\n]*\r[^\n]/, "seems to end its lines by carriage returns alone: convert it, as by tr '\\r' '\\n'"],
];

const LOOKED_AT = 64 * 1024;
