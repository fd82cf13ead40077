/** The bytes of an import file as UTF-8, unpacked and without a byte order mark. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { otherFormat } from './other-formats';
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

/**
 * @param onBytes receives how many more bytes of the file were read
 * @throws {LoadingError} when the file is damaged, or was changed since it was found
 */
export async function* fileChunks(source: ChunkSource, onBytes: (count: number) => void): AsyncGenerator<Buffer, void> {
  yield* withoutMark(source, fileBytes(source, onBytes));
  const { size, mtimeMs } = await stat(source.path).catch(() => ({ size: -1, mtimeMs: -1 }));
  if (size !== source.bytes || mtimeMs !== source.changedAt)
    throw new LoadingError(`${source.name} was changed while it was read. Run the import again.`);
}

async function* fileBytes(source: ChunkSource, onBytes: (count: number) => void): AsyncGenerator<Buffer, void> {
  const file = createReadStream(source.path, { highWaterMark: 256 * 1024 });
  const bytes: Readable = source.compressed ? pipeline(file, createGunzip({ chunkSize: 256 * 1024 }), () => {}) : file;
  let told = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      onBytes(file.bytesRead - told);
      told = file.bytesRead;
      yield chunk;
    }
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
