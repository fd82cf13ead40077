import { Readable } from 'node:stream';

import { type Info, parse } from 'csv-parse';

import { fieldsOf, type RecordKind } from './kinds';
import { LoadingError, quoted } from './refusals';
import { BROKEN_UTF8, LONGEST_RECORD_BYTES, type SourceRecord, strictDecoder } from './source-record';

interface Row {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: Info;
}

/** RFC 4180: a cell is quoted, or contains no quotes. */
const WELL_QUOTED = /^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/;

/**
 * The rows below the header. The parser reads each byte as one character, so that broken UTF-8 affects only its own row
 * and is never replaced silently.
 * @throws {LoadingError} when the header is wrong for the kind
 */
export async function* csvRecords(
  kind: RecordKind,
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<SourceRecord> {
  const decode = strictDecoder();
  let columns: readonly string[] | undefined;
  for await (const row of rows(chunks)) {
    if ('problem' in row) {
      if (columns === undefined) break;
      yield row;
      return;
    }
    const line = row.info.lines - lineFeeds(row.raw);
    const cells = row.record.map((cell) => decodeCell(cell, decode));
    if (columns === undefined) columns = readHeader(kind, name, cells);
    else yield readRow(line, row, cells, columns);
  }
  if (columns === undefined) throw new LoadingError(`${name} has no readable header row.`);
}

function readRow(
  line: number,
  row: Row,
  cells: readonly (string | undefined)[],
  columns: readonly string[],
): SourceRecord {
  if (!cells.every((cell) => cell !== undefined)) return { line, problem: BROKEN_UTF8 };
  const text = Buffer.from(withoutEnds(row.raw), 'latin1').toString('utf8');
  if (row.raw.includes('"') && !WELL_QUOTED.test(text)) return { line, problem: 'has a misplaced quote', text };
  if (cells.length !== columns.length) {
    // Only the first cell is certain to be in its column: a missing or extra cell shifts those after it.
    const readable = { [columns[0] ?? '']: cells[0] };
    return { line, problem: `has ${cells.length} cells, the header has ${columns.length}`, text, readable };
  }
  return { line, cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) };
}

function readHeader(kind: RecordKind, name: string, cells: readonly (string | undefined)[]): string[] {
  const fields = fieldsOf(kind);
  const columns = cells.map((cell) => cell ?? '');
  const unknown = columns.filter((column) => !Object.hasOwn(fields, column));
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index);
  const missing = Object.keys(fields).filter((column) => fields[column]?.required && !columns.includes(column));
  const problems = [
    ...unknown.map((column) => `an unknown column ${quoted(column)}`),
    ...twice.map((column) => `the column ${quoted(column)} twice`),
    ...missing.map((column) => `no column ${quoted(column)}`),
  ];
  if (problems.length > 0) throw new LoadingError(`${name} has ${problems.join(', ')}.`);
  return columns;
}

const ALL_ASCII = /^[\0-\x7f]*$/;

const decodeCell = (cell: string, decode: (bytes: Uint8Array) => string | undefined): string | undefined =>
  ALL_ASCII.test(cell) ? cell : decode(Buffer.from(cell, 'latin1'));

/** Counts the line breaks within a record, without those before and after it. */
const lineFeeds = (raw: string): number => withoutEnds(raw).split('\n').length - 1;

const withoutEnds = (raw: string): string => raw.replace(/^[\r\n]+|[\r\n]+$/g, '');

/** The parser accepts misplaced quotes, which are refused above: otherwise it would skip the rows that follow. */
async function* rows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Row | (SourceRecord & { problem: string })> {
  const parser = parse({
    encoding: 'latin1',
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
    for await (const row of parser as AsyncIterable<Row>)
      if (stop === undefined || row.info.lines < stop.line) yield row;
  } finally {
    source.destroy();
  }
  const problem = 'has an unclosed quote or is too long; the rest of the file is not read';
  if (stop !== undefined) yield { ...stop, problem };
}
