import { existsSync, realpathSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { editDistance } from '../../src/config/nearest-name';
import { CellFormats, type CellOptions } from './cell-formats';
import { csvRecords } from './csv-records';
import { type ChunkSource, fileChunks, ONE_RECORD_EACH_LINE } from './file-chunks';
import type { ImportReport } from './import-run';
import { importSources, type LoadingOptions } from './import-sources';
import { KINDS, type RecordKind } from './kinds';
import { ndjsonRecords } from './ndjson-records';
import { assertNone, forAll, LoadingError, shownName } from './refusals';
import type { RecordSource } from './source-record';

export interface FileOptions extends CellOptions {
  /** Of CSV files, one character; a comma unless given. */
  readonly delimiter?: string;
  /** Columns of CSV files that are not imported; `true` for all that are no field. */
  readonly ignoreColumns?: ReadonlySet<string> | true;
  /** What a single file holds, if its name does not say so. */
  readonly kind?: RecordKind;
}

export interface ImportOptions extends LoadingOptions {
  /** A folder, or one file. */
  readonly folder: string;
  readonly files?: FileOptions;
}

/** Maximum number of ignored columns that are reported for each kind. */
const REPORTED = 50;

/**
 * Loads groups, units, tenants and leases from the files of a folder.
 * @throws {LoadingError} when there are no valid import files, when the rejects file is one of them, and as {@link importSources}
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  const files = await findSourceFiles(options.folder, options.files);
  const rejects = existsSync(options.rejects) ? realpathSync(options.rejects) : undefined;
  if (files.some(({ path }) => realpathSync(path) === rejects))
    throw new LoadingError('The rejects file is one of the import files. Choose another name.');
  const onInspected = (): void => assertNone(files.flatMap(({ formats }) => formats.problems()));
  const report = await importSources({ ...options, sources: files, onInspected });
  if (options.files?.ignoreColumns === undefined) return report;
  const ignored = files
    .map(({ kind, ignored: columns }) => [kind, [...columns].slice(0, REPORTED).map(shownName)] as const)
    .filter(([, columns]) => columns.length > 0);
  return { ...report, ignored: Object.fromEntries(ignored) };
}

interface SourceFile extends RecordSource {
  readonly path: string;
  readonly formats: CellFormats;
  /** Columns of its header that are ignored; complete once it was read. */
  readonly ignored: ReadonlySet<string>;
}

const FORMATS = ['ndjson', 'csv'];

/** By the ending of a name, what to do about a file that is not read. */
const ADVICE: readonly (readonly [ending: RegExp, advice: string])[] = [
  [/\.json$/i, ONE_RECORD_EACH_LINE],
  [/\.jsonl$/i, 'let its name end in .ndjson'],
  [/\.gz$/i, 'unpack it with gunzip'],
  [/\.(?:xlsx?|xlsm|ods)$/i, 'save it as CSV in UTF-8'],
  [/\.(?:tsv|tab|txt)$/i, 'let its name end in .csv, and name the delimiter with --delimiter'],
];

export const CSV_OPTIONS = ['delimiter', 'decimal', 'dates', 'null', 'escapes', 'ignoreColumns'] as const;

interface FoundFile extends ChunkSource {
  readonly kind: RecordKind;
}

/**
 * The import files of a folder in load order, or the one that `path` names. Checks how all of them begin.
 * @throws {LoadingError} when there is no file, when a file would not be read, and with everything that their headers lack
 */
async function findSourceFiles(path: string, options: FileOptions = {}): Promise<readonly SourceFile[]> {
  const isFolder = (await stat(path).catch(unreadable(path))).isDirectory();
  if (isFolder && options.kind !== undefined) throw new LoadingError('--kind cannot be used with a folder');
  const found = isFolder ? await filesIn(path) : [await singleFile(path, options.kind)];
  const forCsv = CSV_OPTIONS.find((name) => options[name] !== undefined);
  if (forCsv !== undefined && !found.some(({ format }) => format === 'csv'))
    throw new LoadingError(`--${forCsv.replace('C', '-c')} can only be used with CSV files`);
  await forAll(found, async (file) => {
    for await (const _ of sourceFile(file, options).records()) break;
  });
  return found.map((file) => sourceFile(file, options));
}

async function filesIn(folder: string): Promise<FoundFile[]> {
  const names = await readdir(folder).catch(unreadable(folder));
  const files: FoundFile[] = [];
  for (const kind of KINDS) {
    const format = FORMATS.find((each) => names.includes(`${kind}.${each}`));
    if (format !== undefined) files.push(await describe(join(folder, `${kind}.${format}`), kind, format));
  }
  const expected = `${KINDS.join(', ')}, each .ndjson or .csv`;
  const read = files.map(({ name }) => name);
  refuseUnread(names, read, (name) => adviceOn(name) ?? `a folder may have ${expected}`);
  if (files.length > 0) return files;
  throw new LoadingError(`There is no file to import. Expected ${expected}.`);
}

/** A name that begins with a dot or `~$` is of a file of the system or of an open document. */
const NO_RECORDS = /^(?:\.|~\$)/;

/** A file whose name has the name of a kind, or nearly so, could hold its records. Other files may lie beside those that are read. */
export function refuseUnread(
  names: readonly string[],
  read: readonly string[],
  reason: (name: string) => string,
): void {
  const isMeant = (word: string): boolean => KINDS.some((kind) => editDistance(word.toLowerCase(), kind) <= 2);
  const unread = names.filter(
    (name) => !NO_RECORDS.test(name) && !read.includes(name) && name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu)?.some(isMeant),
  );
  assertNone(unread.toSorted().map((name) => `${name} is not read: ${reason(name)}.`));
}

const adviceOn = (name: string): string | undefined => ADVICE.find(([ending]) => ending.test(name))?.[1];

async function singleFile(path: string, given: RecordKind | undefined): Promise<FoundFile> {
  const name = basename(path);
  const format = FORMATS.find((ending) => name.endsWith(`.${ending}`));
  if (format === undefined)
    throw new LoadingError(`${name} is not read: ${adviceOn(name) ?? 'its name must end in .ndjson or .csv'}.`);
  const kind = given ?? KINDS.find((each) => name === `${each}.${format}`);
  if (kind === undefined) throw new LoadingError(`${name} could hold any kind of records: name it with --kind.`);
  return describe(path, kind, format);
}

async function describe(path: string, kind: RecordKind, format: string): Promise<FoundFile> {
  const stats = await stat(path).catch(unreadable(path));
  if (!stats.isFile()) throw new LoadingError(`${path} is no regular file, and an import reads its files twice.`);
  const { size, mtimeMs } = stats;
  return { kind, format, name: basename(path), path, bytes: size, changedAt: mtimeMs };
}

function sourceFile(file: FoundFile, options: FileOptions): SourceFile {
  const { kind, name, path, format } = file;
  const { delimiter = ',', ignoreColumns: ignore = new Set(), escapes } = options;
  const formats = new CellFormats(name, options);
  const ignored = new Set<string>();
  const reading = { kind, name, delimiter, escapes, formats, ignore, ignored };
  const records = (): ReturnType<RecordSource['records']> =>
    format === 'csv' ? csvRecords(reading, fileChunks(file)) : ndjsonRecords(fileChunks(file));
  return { kind, name, path, formats, ignored, records };
}

export const unreadable = (path: string) => (): never => {
  throw new LoadingError(`${path} cannot be read.`);
};
