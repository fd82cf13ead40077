import { holdsRoundedNumber } from './field-types';
import { quoted } from './refusals';
import { BROKEN_UTF8, LONGEST_RECORD_BYTES, type SourceRecord, textOf, type Values } from './source-record';

const LINE_FEED = 0x0a;

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

/** @returns undefined when there is nothing but white space */
function readJson(line: number, bytes: Buffer): SourceRecord | undefined {
  if (bytes.length > LONGEST_RECORD_BYTES) return { line, problem: `is longer than ${LONGEST_RECORD_BYTES} bytes` };
  const text = textOf(bytes);
  if (text === undefined) return { line, problem: BROKEN_UTF8 };
  const json = text.trim();
  if (json === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const repeated = colonsIn(text) === namesIn(value) ? [] : repeatedNames(text);
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

/** At least one for each name. A text may have more. */
function colonsIn(json: string): number {
  let count = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) count += 1;
  return count;
}

/** The names in a parsed value, where the last of several equal ones is left. */
function namesIn(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const each = open.pop() as object;
    for (const key in each) {
      const inner = (each as Values)[key];
      if (typeof inner === 'object' && inner !== null) open.push(inner);
      if (!Array.isArray(each)) count += 1;
    }
  }
  return count;
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
