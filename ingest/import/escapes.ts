/** Backslashes in CSV files. MySQL and PostgreSQL write them before delimiters, quotes and line ends, and `\N` for null. */

import type { CellFormats } from './cell-formats';

/** Counts in `formats` the backslashes before what is hardly ever behind one in a text. */
export async function* countingEscapes(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
  formats: CellFormats,
): AsyncGenerator<Buffer, void> {
  const escaped = new Set(`\\tnrN"\r\n${delimiter}`);
  let before = '';
  for await (const chunk of chunks) {
    if (before !== '' || chunk.includes('\\')) {
      const pairs = (before + chunk.toString('latin1')).match(/\\[^]?/g) ?? [];
      before = pairs.at(-1) === '\\' ? '\\' : '';
      formats.escapes += pairs.filter(([, next]) => escaped.has(next ?? '')).length;
    }
    yield chunk;
  }
  formats.escapes += before.length;
}

const BACKSLASH = 0x5c;
const MARK = 0xff;

/**
 * Replaces a backslash and the character behind it by two bytes that no UTF-8 has: the mark, and the character with its highest
 * bit set. So the parser sees no delimiter, quote or line end in them.
 */
export async function* withMarks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let isOpen = false;
  for await (const chunk of chunks) {
    for (const [at, byte] of chunk.entries()) {
      if (isOpen) chunk[at] = byte < 0x80 ? byte | 0x80 : MARK;
      else if (byte === BACKSLASH) chunk[at] = MARK;
      else if (byte === MARK) chunk[at] = MARK - 1;
      isOpen = !isOpen && byte === BACKSLASH;
    }
    yield chunk;
  }
}

const MEANINGS = new Map(Object.entries({ 0: '\0', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', Z: '\x1a' }));
/** `\N` */
const NULL = '\xff\xce';

const replaced = (text: string, meaning: (character: string) => string): string =>
  text.replace(/\xff([\x80-\xfe])/g, (_, mark: string) => meaning(String.fromCharCode(mark.charCodeAt(0) & 0x7f)));

/** The bytes that a cell with marks means, one character each. */
export const meantBy = (cell: string): string =>
  cell === NULL ? '' : replaced(cell, (character) => MEANINGS.get(character) ?? character);

/** The bytes of the file. */
export const asWritten = (raw: string): string => replaced(raw, (character) => `\\${character}`);
