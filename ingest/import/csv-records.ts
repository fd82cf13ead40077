import { Readable } from 'node:stream';

import { type Info, parse } from 'csv-parse';

import type { CellFormats, CellOptions } from './cell-formats';
import { asWritten, countingEscapes, meantBy, withMarks } from './escapes';
import { assertColumns, type Columns, fieldsOf, type RecordKind } from './kinds';
import { readIdentifier } from './read-batches';
import { LoadingError } from './refusals';
import { arrivalsOf, BROKEN_UTF8, LONGEST_RECORD_BYTES, type SourceRecord, textOf } from './source-record';

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
  readonly escapes: CellOptions['escapes'];
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
  const isMarked = reading.escapes === 'unquoted' || reading.escapes === 'quoted';
  const decode = isMarked ? (cell: string) => decodeCell(meantBy(cell)) : decodeCell;
  let next = 1;
  let columns: Columns | undefined;
  for await (const part of rows(reading, isMarked, chunks)) {
    const records: SourceRecord[] = [];
    for (const row of part) {
      if ('problem' in row) {
        if (columns !== undefined) records.push({ ...row, line: next });
        continue;
      }
      const [line, end] = linesOf(row.raw, next);
      next = end;
      const cells = row.record.map(decode);
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
  { formats, escapes }: CsvReading,
): SourceRecord {
  if (!cells.every((cell) => cell !== undefined)) return { line, problem: BROKEN_UTF8 };
  const raw = withoutEnds(row.raw);
  const text = Buffer.from(escapes === undefined ? raw : asWritten(raw), 'latin1').toString('utf8');
  if (escapes !== 'unquoted' && raw.includes('"') && !wellQuoted.test(raw))
    return { line, problem: 'has a misplaced quote', text };
  if (cells.length !== columns.length) {
    // Only the first cell is certain to be in its column: a missing or extra cell shifts those after it.
    const first = { [columns[0] ?? '']: formats.cell(columns[0] ?? '', cells[0] ?? '') };
    const readable = { identifier: readIdentifier({ line, cells: first, formats }) };
    return { line, problem: `has ${cells.length} cells, the header has ${columns.length}`, text, readable };
  }
  const record: Record<string, string> = {};
  columns.forEach((column, index) => {
    if (column !== undefined) record[column] = formats.cell(column, cells[index] ?? '');
  });
  return { line, cells: record, formats };
}

function readHeader({ kind, name, ignore, ignored }: CsvReading, cells: readonly (string | undefined)[]): Columns {
  if (cells.includes(undefined)) throw new LoadingError(`The header of ${name} ${BROKEN_UTF8}.`);
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

/** The line of a row, and of what follows it. Each line end before and after it is one, as the parser may leave out half of it. */
function linesOf(raw: string, next: number): readonly [line: number, next: number] {
  const inner = withoutEnds(raw);
  const from = raw.indexOf(inner);
  const count = (text: string, lineEnd: RegExp): number => text.match(lineEnd)?.length ?? 0;
  const line = next + count(raw.slice(0, from), /\r?\n|\r/g);
  return [line, line + count(inner, /\n|\xff\x8a/g) + count(raw.slice(from + inner.length), /\r?\n|\r/g)];
}

const withoutEnds = (raw: string): string => raw.replace(/^[\r\n]+|[\r\n]+$/g, '');

/** The parser accepts misplaced quotes, which are refused above: otherwise it would skip the rows that follow. */
async function* rows(
  { delimiter, escapes, formats }: CsvReading,
  isMarked: boolean,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly (Row | { readonly problem: string })[]> {
  const parser = parse({
    encoding: 'latin1',
    delimiter,
    quote: escapes === 'unquoted' ? null : '"',
    // Without quotes, a carriage return may be the end of a text. Then the parser takes the line end of the header.
    record_delimiter: escapes === 'unquoted' ? [] : ['\r\n', '\n'],
    info: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_RECORD_BYTES,
  });
  const seen = escapes === undefined ? countingEscapes(chunks, delimiter, formats) : chunks;
  const source = Readable.from(isMarked ? withMarks(chunks) : seen);
  /** A row that begins on this line or later is not read, as the parser counts lines. */
  let stop: number | undefined;
  parser.on('skip', (error: { lines: number; raw?: string } | undefined) => {
    if (stop !== undefined) return;
    stop = (error?.lines ?? 1) - withoutEnds(error?.raw ?? '').split('\n').length + 1;
    source.unpipe(parser);
    parser.end();
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const part of arrivalsOf<Row>(parser))
      yield part.filter((row) => stop === undefined || row.info.lines < stop);
  } finally {
    source.destroy();
  }
  const problem = 'has an unclosed quote or is too long; the rest of the file is not read';
  if (stop !== undefined) yield [{ problem }];
}
