import { existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { CellFormats, type CellOptions } from './cell-formats';
import { csvRecords } from './csv-records';
import { FieldNames, type NamingOptions } from './field-names';
import { type ChunkSource, fileChunks, ONE_RECORD_EACH_LINE } from './file-chunks';
import { KINDS, type RecordKind } from './kinds';
import { ndjsonRecords } from './ndjson-records';
import { forAll, LoadingError } from './refusals';
import type { RecordSource, SourceRecord } from './source-record';

export interface FileOptions extends NamingOptions, CellOptions {
  /** Of CSV files, one character; a comma unless given. */
  readonly delimiter?: string;
  /** What a single file holds, if its name does not say so. */
  readonly kind?: RecordKind;
}

export interface SourceFile extends RecordSource {
  readonly path: string;
  readonly formats: CellFormats;
}

export interface SourceFiles {
  /** In load order. */
  readonly files: readonly SourceFile[];
  readonly names: FieldNames;
}

/** JSON is accepted to say how it is converted. */
const FORMATS = ['ndjson', 'csv', 'json'] as const;

const ENDING = /\.(ndjson|csv|json)(\.gz)?$/;

interface FoundFile extends ChunkSource {
  readonly kind: RecordKind;
}

/**
 * The import files of a folder, or the one that `path` names. Checks how all of them begin.
 * @throws {LoadingError} when there is no file, when there are two of one kind, and with everything that their headers lack
 */
export async function findSourceFiles(path: string, options: FileOptions = {}): Promise<SourceFiles> {
  const names = new FieldNames(options);
  const found = (await stat(path).catch(unreadable(path))).isDirectory()
    ? await filesIn(path)
    : [await singleFile(path, options.kind)];
  await forAll(found, async (file) => {
    if (file.format === 'json') throw new LoadingError(`${file.name} is not read: ${ONE_RECORD_EACH_LINE}.`);
    for await (const _ of sourceFile(file, names, options).records()) break;
  });
  return { files: found.map((file) => sourceFile(file, names, options)), names };
}

async function filesIn(folder: string): Promise<FoundFile[]> {
  const present = new Set(await readdir(folder).catch(unreadable(folder)));
  const files: FoundFile[] = [];
  for (const kind of KINDS) {
    const named = FORMATS.flatMap((format) => [`${kind}.${format}`, `${kind}.${format}.gz`]).filter((name) =>
      present.has(name),
    );
    if (named.length > 1) throw new LoadingError(`There are both ${named[0]} and ${named[1]}. Remove one of them.`);
    for (const name of named) files.push(await describe(join(folder, name), kind));
  }
  if (files.length > 0) return files;
  throw new LoadingError(
    `There is no file to import. Expected ${KINDS.join(', ')}, each .ndjson or .csv, or one of these with .gz.`,
  );
}

async function singleFile(path: string, given: RecordKind | undefined): Promise<FoundFile> {
  const name = basename(path);
  if (!ENDING.test(name)) throw new LoadingError(`${name} must end in .ndjson or .csv, or one of these with .gz.`);
  const kind = given ?? KINDS.find((one) => one === name.replace(ENDING, ''));
  if (kind === undefined) throw new LoadingError(`${name} could hold any kind of records: name it with --kind.`);
  return describe(path, kind);
}

async function describe(path: string, kind: RecordKind): Promise<FoundFile> {
  const name = basename(path);
  const [, format = '', gz] = ENDING.exec(name) ?? [];
  const { size, mtimeMs } = await stat(path).catch(unreadable(path));
  const compressed = gz !== undefined;
  return { kind, format, name, path, bytes: size, changedAt: mtimeMs, compressed };
}

function sourceFile(file: FoundFile, names: FieldNames, options: FileOptions): SourceFile {
  const { kind, name, path, format } = file;
  const formats = new CellFormats(name, options);
  const { delimiter = ',' } = options;
  const records = (): AsyncGenerator<readonly SourceRecord[], void> => {
    const chunks = fileChunks(file);
    if (format === 'csv') return csvRecords({ kind, name, names, delimiter, formats }, chunks);
    return ndjsonRecords(chunks, names.areUnchanged ? undefined : names);
  };
  return { kind, name, path, formats, records };
}

export const isSameFile = (one: string, other: string): boolean =>
  existsSync(other) && realpathSync(one) === realpathSync(other);

const unreadable = (path: string) => (): never => {
  throw new LoadingError(`${path} cannot be read.`);
};
