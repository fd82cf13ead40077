import { holdsRoundedNumber } from './field-types';
import { quoted } from './refusals';
import { BROKEN_UTF8, LONGEST_RECORD_BYTES, type SourceRecord, textOf } from './source-record';

const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * One JSON value per line, those of a chunk together. Blank lines are skipped. Bytes are split at line feeds, so that a broken
 * character affects only its own line.
 */
export async function* ndjsonRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly SourceRecord[], void> {
  let line = 0;
  let records: SourceRecord[] = [];
  const read = (bytes: Buffer): void => {
    line += 1;
    const record = readJson(line, bytes);
    if (record !== undefined) records.push(record);
  };
  // The beginning of a line. Of an overlong line, it is just enough to detect it.
  let rest: Buffer = NOTHING;
  const withRest = (part: Buffer): Buffer =>
    rest.length === 0 ? part : rest.length > LONGEST_RECORD_BYTES ? rest : Buffer.concat([rest, part]);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      read(withRest(chunk.subarray(from, end)));
      [rest, from] = [NOTHING, end + 1];
    }
    rest = withRest(chunk.subarray(from));
    if (records.length > 0) yield records;
    records = [];
  }
  if (rest.length > 0) read(rest);
  if (records.length > 0) yield records;
}

/** @returns undefined when there is nothing but white space */
function readJson(line: number, bytes: Buffer): SourceRecord | undefined {
  if (bytes.length > LONGEST_RECORD_BYTES) return { line, problem: `is longer than ${LONGEST_RECORD_BYTES} bytes` };
  const text = textOf(bytes);
  if (text === undefined) return { line, problem: BROKEN_UTF8 };
  const json = text.trim();
  if (json === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // Only a longer text may be nested too deeply to be serialised.
    const isAsSerialised = json.length < 2_000 && JSON.stringify(value) === json;
    const repeated = isAsSerialised ? [] : repeatedNames(text);
    if (repeated.length > 0) {
      const readable = repeated.some((name) => name === 'identifier' || name === 'position') ? undefined : value;
      return { line, problem: `has ${repeated.map(quoted).join(' and ')} twice in one object`, text, readable };
    }
    if (!holdsRoundedNumber(text)) return { line, value, json };
    return { line, problem: 'has a number with more than 15 digits', text, readable: value };
  } catch {
    return { line, problem: 'is not valid JSON', text };
  }
}

/** The names that an object of the JSON has more than once. */
function repeatedNames(json: string): string[] {
  const repeated = new Set<string>();
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      if (open.at(-1)?.has(name)) repeated.add(name);
      open.at(-1)?.add(name);
    }
  }
  return [...repeated];
}
