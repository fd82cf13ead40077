import { Readable } from 'node:stream';

import { type Info, parse } from 'csv-parse';

import { arrivalsOf } from './arrivals';
import type { CellFormats } from './cell-formats';
import { assertColumns, type Columns } from './columns';
import { fieldsOf, type RecordKind } from './kinds';
import { readIdentifier } from './read-batches';
import { LoadingError } from './refusals';
import { BROKEN_UTF8, LONGEST_RECORD_BYTES, type SourceRecord, textOf } from './source-record';

interface Row {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: Info;
}

export interface CsvReading {
  readonly kind: RecordKind;
  /** Of the file. */
  readonly name: string;
  /** One character. */
  readonly delimiter: string;
  readonly formats: CellFormats;
  /** Columns that are not imported; `true` for all that are no field. */
  readonly ignore: ReadonlySet<string> | true;
  /** Receives those that the header has. */
  readonly ignored: Set<string>;
}

/**
 * The rows below the header. The parser reads each byte as one character, so that broken UTF-8 affects only its own row
 * and is never replaced silently.
 * @throws {LoadingError} when the header is wrong for the kind
 */
export async function* csvRecords(
  reading: CsvReading,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly SourceRecord[], void> {
  const wellQuoted = wellQuotedRow(reading.delimiter);
  let columns: Columns | undefined;
  for await (const part of rows(reading.delimiter, chunks)) {
    const records: SourceRecord[] = [];
    for (const row of part) {
      if ('problem' in row) {
        if (columns !== undefined) records.push(row);
        continue;
      }
      const line = row.info.lines - lineFeeds(row.raw);
      const cells = row.record.map(decodeCell);
      if (columns === undefined) columns = readHeader(reading, cells);
      else if (row.info.records === 2 && cells.every((cell) => /^-{2,}$/.test(cell ?? '')))
        throw new LoadingError(
          `${reading.name} has a line of hyphens below its header, as sqlcmd writes it. Remove it.`,
        );
      else records.push(readRow(line, row, cells, columns, wellQuoted, reading));
    }
    if (records.length > 0) yield records;
  }
  if (columns === undefined) throw new LoadingError(`${reading.name} has no readable header row.`);
}

/** RFC 4180: a cell is quoted, or contains no quotes. */
function wellQuotedRow(delimiter: string): RegExp {
  const mark = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  const cell = `(?:"(?:[^"]|"")*"|[^"${mark}]*)`;
  return new RegExp(`^${cell}(?:${mark}${cell})*$`, 'u');
}

function readRow(
  line: number,
  row: Row,
  cells: readonly (string | undefined)[],
  columns: Columns,
  wellQuoted: RegExp,
  { formats }: CsvReading,
): SourceRecord {
  if (!cells.every((cell) => cell !== undefined)) return { line, problem: BROKEN_UTF8 };
  const text = Buffer.from(withoutEnds(row.raw), 'latin1').toString('utf8');
  if (row.raw.includes('"') && !wellQuoted.test(text)) return { line, problem: 'has a misplaced quote', text };
  if (cells.length !== columns.length) {
    // Only the first cell is certain to be in its column: a missing or extra cell shifts those after it.
    const first = { [columns[0] ?? '']: formats.cell(columns[0] ?? '', cells[0] ?? '') };
    const readable = { identifier: readIdentifier({ line, cells: first, formats }) };
    return { line, problem: `has ${cells.length} cells, the header has ${columns.length}`, text, readable };
  }
  const record: Record<string, string> = {};
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index];
    if (column !== undefined) record[column] = formats.cell(column, cells[index] ?? '');
  }
  return { line, cells: record, formats };
}

function readHeader({ kind, name, ignore, ignored }: CsvReading, cells: readonly (string | undefined)[]): Columns {
  if (cells.includes(undefined))
    throw new LoadingError(`The header of ${name} ${BROKEN_UTF8}. Save the file as UTF-8.`);
  const columns = cells.map((column = '') => {
    const isIgnored = ignore === true ? !Object.hasOwn(fieldsOf(kind), column) : ignore.has(column);
    if (isIgnored) ignored.add(column);
    return isIgnored ? undefined : column;
  });
  const likely = DELIMITERS.find(([mark]) => cells.length === 1 && cells[0]?.includes(mark));
  if (likely !== undefined)
    throw new LoadingError(`The columns of ${name} look separated by ${likely[1]}: use --delimiter ${likely[2]}.`);
  assertColumns(kind, name, columns);
  return columns;
}

const DELIMITERS = [
  [',', 'commas', "','"],
  [';', 'semicolons', "';'"],
  ['\t', 'tabs', 'tab'],
  ['|', 'vertical bars', "'|'"],
] as const;

const ALL_ASCII = /^[\0-\x7f]*$/;

const decodeCell = (cell: string): string | undefined =>
  ALL_ASCII.test(cell) ? cell : textOf(Buffer.from(cell, 'latin1'));

/** Counts the line breaks within a record, without those before and after it. */
const lineFeeds = (raw: string): number => withoutEnds(raw).split('\n').length - 1;

const withoutEnds = (raw: string): string => raw.replace(/^[\r\n]+|[\r\n]+$/g, '');

/** The parser accepts misplaced quotes, which are refused above: otherwise it would skip the rows that follow. */
async function* rows(
  delimiter: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly (Row | (SourceRecord & { problem: string }))[]> {
  const parser = parse({
    encoding: 'latin1',
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    info: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_RECORD_BYTES,
  });
  const source = Readable.from(chunks);
  let stop: { line: number } | undefined;
  parser.on('skip', (error: { lines: number; raw?: string } | undefined) => {
    if (stop !== undefined) return;
    stop = { line: (error?.lines ?? 1) - lineFeeds(error?.raw ?? '') };
    source.unpipe(parser);
    parser.end();
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const part of arrivalsOf<Row>(parser))
      yield part.filter((row) => stop === undefined || row.info.lines < stop.line);
  } finally {
    source.destroy();
  }
  const problem = 'has an unclosed quote or is too long; the rest of the file is not read';
  if (stop !== undefined) yield [{ ...stop, problem }];
}
