import { type JsonReading, readJson } from './json-values';
import { LONGEST_RECORD_BYTES, type SourceRecord } from './source-record';

const LINE_FEED = 0x0a;

/**
 * One JSON value per line, those of a chunk together. Blank lines are skipped. Bytes are split at line feeds, so that a broken
 * character affects only its own line.
 */
export async function* ndjsonRecords(
  reading: JsonReading,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly SourceRecord[], void> {
  let line = 0;
  let records: SourceRecord[] = [];
  const read = (bytes: Buffer): void => {
    line += 1;
    const record = readJson(line, bytes, reading);
    if (record !== undefined) records.push(record);
  };
  // Just enough of an overlong line to detect it.
  let rest: Buffer[] = [];
  let length = 0;
  const keep = (part: Buffer): void => {
    if (length <= LONGEST_RECORD_BYTES) rest.push(part);
    length += part.length;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk.subarray(from, end));
      read(rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest));
      rest = [];
      length = 0;
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
    if (records.length > 0) yield records;
    records = [];
  }
  if (length > 0) read(Buffer.concat(rest));
  if (records.length > 0) yield records;
}
