/** Texts from bytes, in whatever encoding a server chose. */

import { TextDecoder } from 'node:util';

/** Of bytes that stand for no text. */
export const UNREADABLE = 'unreadable';

export interface Text {
  readonly text: string;
  /** Absent for UTF-8 without a byte order mark, the encoding of JSON (RFC 8259, 8.1). */
  readonly encoding?: string;
}

const MARKS = Object.entries({ 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16be': [0xfe, 0xff], 'utf-16le': [0xff, 0xfe] });

/** Decodes as browsers do: a byte order mark decides before the charset, and UTF-8 is the default. @param type `Content-Type` */
export function textOf(bytes: Buffer, type = ''): Text {
  const mark = MARKS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  const decoder = decoderOf(mark ?? /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(type)?.[1]);
  // Node 20 takes 0x80 to 0x9f of windows-1252 for control characters, except in a stream.
  const text = decoder.decode(bytes, { stream: decoder.encoding === 'windows-1252' });
  if (bytes.equals(Buffer.from(text))) return { text };
  if (text.includes('\ufffd')) return { text, encoding: UNREADABLE };
  return { text, encoding: mark === undefined ? decoder.encoding : `${mark} with a byte order mark` };
}

function decoderOf(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
