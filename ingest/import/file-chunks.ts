/** The bytes of an import file as UTF-8, unpacked and without a byte order mark. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { LoadingError } from './refusals';

export interface ChunkSource {
  readonly name: string;
  /** The ending of its name, which says what it should hold. */
  readonly format: string;
  readonly path: string;
  readonly bytes: number;
  /** The time of its last change, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Whether it is a gzip file. */
  readonly compressed: boolean;
}

/** @throws {LoadingError} when the file is damaged, or was changed since it was found */
export async function* fileChunks(source: ChunkSource): AsyncGenerator<Buffer, void> {
  yield* withoutMark(source, fileBytes(source));
  const { size, mtimeMs } = await stat(source.path).catch(() => ({ size: -1, mtimeMs: -1 }));
  if (size !== source.bytes || mtimeMs !== source.changedAt)
    throw new LoadingError(`${source.name} was changed while it was read. Run the import again.`);
}

async function* fileBytes(source: ChunkSource): AsyncGenerator<Buffer, void> {
  const file = createReadStream(source.path, { highWaterMark: 256 * 1024 });
  const bytes: Readable = source.compressed ? pipeline(file, createGunzip({ chunkSize: 256 * 1024 }), () => {}) : file;
  try {
    yield* bytes as AsyncIterable<Buffer>;
  } catch (error) {
    if (!/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new LoadingError(`${source.name} is damaged, cut off, or no gzip file.`, { cause: error });
  } finally {
    file.destroy();
  }
}

/** The byte order marks. UTF-8 needs no decoder. */
const MARKED = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: undefined },
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
];
const LONGEST_MARK = 3;

/** @throws {LoadingError} when the bytes begin like something else than the format */
export async function* withoutMark(
  { name, format }: Pick<ChunkSource, 'name' | 'format'>,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  let start: Buffer | undefined = Buffer.alloc(0);
  let decode: ((chunk?: Buffer) => Buffer) | undefined;
  const begin = (bytes: Buffer): Buffer => {
    start = undefined;
    const marked = MARKED.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
    if (marked?.encoding !== undefined) decode = decoderOf(marked.encoding, name);
    const rest = bytes.subarray(marked?.mark.length ?? 0);
    const text = decode?.(rest) ?? rest;
    const other = otherFormat(text, format);
    if (other !== undefined) throw new LoadingError(`${name} ${other}.`);
    return text;
  };
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield decode?.(chunk) ?? chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length >= LONGEST_MARK) yield begin(start);
  }
  if (start !== undefined) yield begin(start);
  if (decode !== undefined) yield decode();
}

/** @returns a function that converts to UTF-8. Call it without an argument at the end. */
function decoderOf(encoding: string, name: string): (chunk?: Buffer) => Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (chunk) => {
    try {
      return Buffer.from(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
    } catch (error) {
      throw new LoadingError(`${name} begins like UTF-16, but is not valid UTF-16.`, { cause: error });
    }
  };
}

export const ONE_RECORD_EACH_LINE =
  "write one record on each line, as jq -c '.[]' does with an array, in a file whose name ends in .ndjson";

const ANY: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^PK\p{Cc}{2}/u, 'seems to be an Excel workbook or another zip file: save it as CSV in UTF-8'],
  [/^\xd0\xcf\p{Cc}\xe0/u, 'seems to be an old Excel workbook: save it as CSV in UTF-8'],
  [/^\p{Cc}\x8b/u, 'is packed by gzip: let its name end in .gz'],
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

/**
 * What a file seems to be that is no text in UTF-8 of its format, and what to do about it.
 * @param bytes from the beginning, without a byte order mark
 */
function otherFormat(bytes: Buffer, format: string): string | undefined {
  const text = bytes.toString('latin1', 0, LOOKED_AT);
  return [...ANY, ...(format === 'csv' ? CSV : [])].find(([beginning]) => beginning.test(text))?.[1];
}
