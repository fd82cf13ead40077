import { type JsonReading, readJson } from './json-values';
import { LoadingError } from './refusals';
import { LONGEST_RECORD_BYTES, type SourceRecord } from './source-record';

const byte = (character: string): number => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, LINE_FEED] = [byte('"'), byte('\\'), byte(','), byte('\n')];
const OPENING: readonly number[] = [byte('['), byte('{')];
const CLOSING: readonly number[] = [byte(']'), byte('}')];
const SPACE = byte(' ');
const SPACES: readonly number[] = [SPACE, byte('\t'), byte('\r'), LINE_FEED];

/**
 * The elements of a JSON array, which is never in memory as a whole.
 * @throws {LoadingError} when the file does not begin like an array
 */
export async function* jsonArrayRecords(
  reading: JsonReading,
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<readonly SourceRecord[], void> {
  const splitter = new ArraySplitter(name);
  for await (const chunk of chunks) {
    yield [...splitter.split(chunk)].map(
      ({ line, bytes }) => readJson(line, bytes, reading) ?? { line, problem: 'is not valid JSON', text: '' },
    );
  }
  const problem = splitter.problem();
  if (problem !== undefined) yield [problem];
}

interface Element {
  /** The line on which it starts. */
  readonly line: number;
  readonly bytes: Buffer;
}

/** Finds where elements end by brackets, commas and strings alone. Keeps just enough of an overlong element to detect it. */
class ArraySplitter {
  #line = 1;
  /** 0 before and after the array, 1 between its brackets. */
  #depth = 0;
  #closed = false;
  #inString = false;
  #escaped = false;
  #parts: Buffer[] = [];
  #length = 0;
  #elements = 0;
  /** The line of the first byte of an element that is not a space. */
  #startsAt: number | undefined;
  /** The line of the first byte after the array. */
  #surplus: number | undefined;

  constructor(private readonly name: string) {}

  *split(chunk: Buffer): Generator<Element> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk[at] ?? 0;
      if (code === LINE_FEED) this.#line += 1;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inString = false;
        continue;
      }
      if (code <= SPACE && SPACES.includes(code)) continue;
      if (this.#depth === 0) {
        this.#open(code);
        from = at + 1;
        continue;
      }
      const ends = this.#depth === 1 && (code === COMMA || CLOSING.includes(code));
      if (!ends) {
        this.#startsAt ??= this.#line;
        if (code === QUOTE) this.#inString = true;
        else if (OPENING.includes(code)) this.#depth += 1;
        else if (CLOSING.includes(code)) this.#depth -= 1;
        continue;
      }
      this.#keep(chunk.subarray(from, at));
      from = at + 1;
      if (code !== COMMA) {
        this.#depth = 0;
        this.#closed = true;
      }
      // An empty array has no elements.
      if (code === COMMA || this.#elements > 0 || this.#startsAt !== undefined) yield this.#take();
      else this.#clear();
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(from));
  }

  /** After the last chunk. */
  problem(): SourceRecord | undefined {
    if (this.#surplus !== undefined) return { line: this.#surplus, problem: 'follows the end of the array' };
    if (this.#closed) return undefined;
    if (this.#depth === 0) throw new LoadingError(`${this.name} holds no JSON array.`);
    return { line: this.#startsAt ?? this.#line, problem: 'is cut off: the array has no end' };
  }

  #open(code: number): void {
    if (this.#closed) this.#surplus ??= this.#line;
    else if (code !== OPENING[0])
      throw new LoadingError(
        `${this.name} holds no JSON array. If it has one record on each line, name it ${this.name.replace('.json', '.ndjson')}.`,
      );
    else this.#depth = 1;
  }

  #keep(part: Buffer): void {
    if (this.#length <= LONGEST_RECORD_BYTES) this.#parts.push(part);
    this.#length += part.length;
  }

  #take(): Element {
    const element = { line: this.#startsAt ?? this.#line, bytes: Buffer.concat(this.#parts) };
    this.#elements += 1;
    this.#clear();
    return element;
  }

  #clear(): void {
    this.#parts = [];
    this.#length = 0;
    this.#startsAt = undefined;
  }
}
