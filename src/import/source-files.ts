import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { csvRecords } from './csv-records';
import { KINDS, type RecordKind } from './kinds';
import { ndjsonRecords } from './ndjson-records';
import { LoadingError } from './refusals';
import type { SourceRecord } from './source-record';

export interface SourceFile {
  readonly kind: RecordKind;
  readonly format: 'ndjson' | 'csv';
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

const FORMATS = ['ndjson', 'csv'] as const;

/**
 * The import files of a folder, in load order. Checks the headers of CSV files.
 * @throws {LoadingError} when there is no file, two files of one kind, or a wrong header
 */
export async function findSourceFiles(folder: string): Promise<SourceFile[]> {
  const present = new Set(await readdir(folder).catch(unreadable(folder)));
  const files: SourceFile[] = [];
  for (const kind of KINDS) {
    const formats = FORMATS.filter((format) => present.has(`${kind}.${format}`));
    if (formats.length > 1)
      throw new LoadingError(`There are both ${kind}.ndjson and ${kind}.csv. Remove one of them.`);
    for (const format of formats) files.push(await describe(folder, kind, format));
  }
  if (files.length === 0) {
    throw new LoadingError(`There is no file to import. Expected ${KINDS.join(', ')}, each .ndjson or .csv.`);
  }
  for (const file of files) if (file.format === 'csv') await checkHeader(file);
  return files;
}

export function sourceRecords(file: SourceFile, onBytes: (count: number) => void): AsyncGenerator<SourceRecord> {
  const chunks = fileChunks(file.path, onBytes);
  return file.format === 'csv' ? csvRecords(file.kind, file.name, chunks) : ndjsonRecords(chunks);
}

export const isSameFile = (one: string, other: string): boolean =>
  existsSync(other) && realpathSync(one) === realpathSync(other);

async function describe(folder: string, kind: RecordKind, format: SourceFile['format']): Promise<SourceFile> {
  const name = `${kind}.${format}`;
  const path = join(folder, name);
  const { size } = await stat(path).catch(unreadable(path));
  return { kind, format, name, path, bytes: size };
}

async function checkHeader(file: SourceFile): Promise<void> {
  for await (const _ of sourceRecords(file, () => {})) break;
}

const unreadable = (path: string) => (): never => {
  throw new LoadingError(`${path} cannot be read.`);
};

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The bytes of a file without its byte order mark. Reports how many were read to `onBytes`. */
export async function* fileChunks(path: string, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < BYTE_ORDER_MARK.length) continue;
    yield withoutMark(start);
    start = undefined;
  }
  if (start !== undefined) yield start;
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
