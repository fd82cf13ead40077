import { existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { editDistance } from '../../src/config/nearest-name';
import { CellFormats, type CellOptions } from './cell-formats';
import { csvRecords } from './csv-records';
import { type ChunkSource, fileChunks, ONE_RECORD_EACH_LINE } from './file-chunks';
import { KINDS, type RecordKind } from './kinds';
import { ndjsonRecords } from './ndjson-records';
import { forAll, LoadingError, UselessOption } from './refusals';
import type { RecordSource } from './source-record';

export interface FileOptions extends CellOptions {
  /** Of CSV files, one character; a comma unless given. */
  readonly delimiter?: string;
  /** Columns of CSV files that are not imported; `true` for all that are no field. */
  readonly ignoreColumns?: ReadonlySet<string> | true;
  /** What a single file holds, if its name does not say so. */
  readonly kind?: RecordKind;
}

export interface SourceFile extends RecordSource {
  readonly path: string;
  readonly formats: CellFormats;
  /** Columns of its header that are ignored; complete once it was read. */
  readonly ignored: ReadonlySet<string>;
}

/** The endings of names, with what to do about those that are not read. */
const FORMATS: Readonly<Record<string, string | undefined>> = {
  ndjson: undefined,
  csv: undefined,
  json: ONE_RECORD_EACH_LINE,
  'ndjson.gz': 'unpack it with gunzip',
  'csv.gz': 'unpack it with gunzip',
};

const CSV_OPTIONS = [
  ['delimiter', '--delimiter'],
  ['decimal', '--decimal'],
  ['dates', '--dates'],
  ['null', '--null'],
  ['ignoreColumns', '--ignore-columns'],
] as const;

interface FoundFile extends ChunkSource {
  readonly kind: RecordKind;
}

/**
 * The import files of a folder in load order, or the one that `path` names. Checks how all of them begin.
 * @throws {UselessOption}
 * @throws {LoadingError} when there is no file, when there are two of one kind, and with everything that their headers lack
 */
export async function findSourceFiles(path: string, options: FileOptions = {}): Promise<readonly SourceFile[]> {
  const isFolder = (await stat(path).catch(unreadable(path))).isDirectory();
  if (isFolder && options.kind !== undefined) throw new UselessOption('--kind cannot be used with a folder');
  const found = isFolder ? await filesIn(path) : [await singleFile(path, options.kind)];
  const [, forCsv] = CSV_OPTIONS.find(([name]) => options[name] !== undefined) ?? [];
  if (forCsv !== undefined && !found.some(({ format }) => format.startsWith('csv')))
    throw new UselessOption(`${forCsv} can only be used with CSV files`);
  await forAll(found, async (file) => {
    const advice = FORMATS[file.format];
    if (advice !== undefined) throw new LoadingError(`${file.name} is not read: ${advice}.`);
    for await (const _ of sourceFile(file, options).records()) break;
  });
  return found.map((file) => sourceFile(file, options));
}

async function filesIn(folder: string): Promise<FoundFile[]> {
  const present = new Set(await readdir(folder).catch(unreadable(folder)));
  const files: FoundFile[] = [];
  for (const kind of KINDS) {
    const formats = Object.keys(FORMATS).filter((format) => present.has(`${kind}.${format}`));
    if (formats.length > 1)
      throw new LoadingError(`There are both ${kind}.${formats[0]} and ${kind}.${formats[1]}. Remove one of them.`);
    for (const format of formats) files.push(await describe(join(folder, `${kind}.${format}`), kind, format));
  }
  refuseMisnamed([...present].filter((name) => !files.some((file) => file.name === name)));
  if (files.length > 0) return files;
  throw new LoadingError(`There is no file to import. Expected ${KINDS.join(', ')}, each .ndjson or .csv.`);
}

/** A name that differs from that of an import file in two letters, or in their case, is a mistake. Other files may lie beside them. */
function refuseMisnamed(names: readonly string[]): void {
  for (const name of names) {
    const format = Object.keys(FORMATS).find((ending) => name.toLowerCase().endsWith(`.${ending}`));
    const stem = name.slice(0, -1 - (format ?? '').length).toLowerCase();
    const meant = KINDS.find((kind) => editDistance(stem, kind) <= 2);
    if (format !== undefined && meant !== undefined)
      throw new LoadingError(`${name} would not be read. Did you mean ${meant}.${format}?`);
  }
}

async function singleFile(path: string, given: RecordKind | undefined): Promise<FoundFile> {
  const name = basename(path);
  const format = Object.keys(FORMATS).find((ending) => name.endsWith(`.${ending}`));
  if (format === undefined) throw new LoadingError(`${name} must end in .ndjson or .csv.`);
  const kind = given ?? KINDS.find((each) => name === `${each}.${format}`);
  if (kind === undefined) throw new LoadingError(`${name} could hold any kind of records: name it with --kind.`);
  return describe(path, kind, format);
}

async function describe(path: string, kind: RecordKind, format: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(path).catch(unreadable(path));
  return { kind, format, name: basename(path), path, bytes: size, changedAt: mtimeMs };
}

function sourceFile(file: FoundFile, options: FileOptions): SourceFile {
  const { kind, name, path, format } = file;
  const { delimiter = ',', ignoreColumns: ignore = new Set() } = options;
  const formats = new CellFormats(name, options);
  const ignored = new Set<string>();
  const reading = { kind, name, delimiter, formats, ignore, ignored };
  const records = (): ReturnType<RecordSource['records']> =>
    format === 'csv' ? csvRecords(reading, fileChunks(file)) : ndjsonRecords(fileChunks(file));
  return { kind, name, path, formats, ignored, records };
}

export const isSameFile = (one: string, other: string): boolean =>
  existsSync(other) && realpathSync(one) === realpathSync(other);

const unreadable = (path: string) => (): never => {
  throw new LoadingError(`${path} cannot be read.`);
};
