import { existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { csvRecords } from './csv-records';
import { fileChunks } from './file-chunks';
import { type RecordKind, KINDS } from './kinds';
import { ndjsonRecords } from './ndjson-records';
import { LoadingError } from './refusal';
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
 * The files of a folder in the order in which they are loaded, their headers checked.
 * @throws {LoadingError} when there is none, two of one kind, or a header that does not fit
 */
export async function findSourceFiles(folder: string): Promise<SourceFile[]> {
  const present = new Set(await readdir(folder).catch(unreadable(folder)));
  const files: SourceFile[] = [];
  for (const kind of KINDS) {
    const formats = FORMATS.filter((format) => present.has(`${kind}.${format}`));
    if (formats.length > 1) throw new LoadingError(`There is both ${kind}.ndjson and ${kind}.csv: leave one of them.`);
    for (const format of formats) files.push(await describe(folder, kind, format));
  }
  if (files.length === 0) {
    throw new LoadingError(`There is no file to import: none of ${KINDS.join(', ')}, each .ndjson or .csv.`);
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
