import { holdsRoundedNumber } from './field-types';
import { BROKEN_UTF8, LONGEST_RECORD_BYTES, type SourceRecord, strictDecoder } from './source-record';

const LINE_FEED = 0x0a;

/** One JSON value per line. Blank lines are skipped. */
export async function* ndjsonRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord> {
  const decode = strictDecoder();
  let line = 0;
  for await (const bytes of lines(chunks)) {
    line += 1;
    const record = readLine(line, bytes, decode);
    if (record !== undefined) yield record;
  }
}

function readLine(
  line: number,
  bytes: Buffer,
  decode: (bytes: Buffer) => string | undefined,
): SourceRecord | undefined {
  if (bytes.length > LONGEST_RECORD_BYTES) {
    return { line, problem: `is longer than ${LONGEST_RECORD_BYTES} bytes` };
  }
  const text = decode(bytes);
  if (text === undefined) return { line, problem: BROKEN_UTF8 };
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, problem: 'is not valid JSON', text };
  }
  if (holdsRoundedNumber(text)) {
    return { line, problem: 'has a number with more than 15 digits', text, readable: value };
  }
  return { line, value, json: text.trim() };
}

/** Splits bytes at line feeds, so that a broken character affects only its own line. Keeps just enough of an overlong line to detect it. */
async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
      yield rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest);
      rest = [];
      length = 0;
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (length > 0) yield Buffer.concat(rest);
}
