/** The answers of the two lookups, and what they say. */

import type { IncomingHttpHeaders } from 'node:http';
import { TextDecoder } from 'node:util';

import { exchange, MOST_BYTES, plainOf, type Received } from './exchange';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own fields only: a body may have a field `constructor`. */
export const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Undefined for a text that is not JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Of bytes that stand for no text. */
const UNREADABLE = 'unreadable';

interface Text {
  readonly text: string;
  /** Absent for UTF-8 without a byte order mark, the encoding of JSON (RFC 8259, 8.1). */
  readonly encoding?: string;
}

const MARKS = Object.entries({ 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16be': [0xfe, 0xff], 'utf-16le': [0xff, 0xfe] });

export interface Answer extends Text {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if the body is not JSON. */
  readonly json: Json | undefined;
}

/** @throws {NoAnswer} if the body cannot be decoded within the limit */
export async function answerIn({ status, headers, bytes }: Omit<Received, 'rawHeaders'>): Promise<Answer> {
  const body = textOf(await plainOf(bytes, headers['content-encoding'], MOST_BYTES), headers['content-type']);
  return { status, headers, ...body, json: jsonIn(body.text) };
}

/** Decodes as browsers do: a byte order mark decides before the charset, and UTF-8 is the default. @param type `Content-Type` */
function textOf(bytes: Buffer, type = ''): Text {
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

/** Sends one request. It follows no redirect and adds no header. @throws {NoAnswer} */
export const ask = async (...request: Parameters<typeof exchange>): Promise<Answer> =>
  answerIn(await exchange(...request));

/** The contract does not say which status a success has. */
export const succeeded = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** With these statuses a server, or a proxy in front of it, asks to come back later. They say nothing about the lookup. */
export const UNAVAILABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** A refused token says nothing about the records. */
export const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** Why answers are not compared of which none {@link areOfContract}. */
export const NO_ANSWER = 'no_answer_of_the_contract';

/** Whether each is a page of the lookup, or refuses it in the form of section 7. Anything else, such as a login page, says nothing about it. */
export const areOfContract = (answers: readonly Answer[], lookup: string): boolean =>
  answers.every((answer) => {
    const { status, json, encoding } = answer;
    if (encoding === UNREADABLE || status >= 500) return false;
    const list = fieldOf(json, lookup);
    // An example of the contract lacks `last_id`. Leasegate always sends it (decision 4), so one side has it.
    if (succeeded(answer))
      return Array.isArray(list) && list.every(isObject) && Number.isInteger(fieldOf(json, 'last_id'));
    const error = fieldOf(json, 'error');
    return status >= 400 && ['type', 'message'].every((name) => typeof fieldOf(error, name) === 'string');
  });

/** The list of an answer, whatever its members are. */
export function listIn({ json }: Answer, lookup: string): readonly Json[] {
  const list = fieldOf(json, lookup);
  return Array.isArray(list) ? list : [];
}

export const recordsIn = (answer: Answer, lookup: string): JsonObject[] => listIn(answer, lookup).filter(isObject);

/** `error.type`, if it has the form of a code. */
export function errorTypeIn({ json }: Answer): string | undefined {
  const type = fieldOf(fieldOf(json, 'error'), 'type');
  return typeof type === 'string' && /^[\w.:/-]{1,80}$/.test(type) ? type : undefined;
}

export function identifierOf(record: Json | undefined): string | undefined {
  const identifier = fieldOf(record, 'identifier');
  return typeof identifier === 'string' || typeof identifier === 'number' ? String(identifier) : undefined;
}

export const identifiersIn = (records: readonly Json[]): string[] =>
  records.flatMap((record) => identifierOf(record) ?? []);

/** `last_id` as it is written, because a number may have more digits than JavaScript keeps. -1 means that nothing follows. */
export function lastIdIn({ json, text }: Answer): string | undefined {
  const value = fieldOf(json, 'last_id');
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return value;
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  return Number.isSafeInteger(value) ? String(value) : /"last_id"\s*:\s*(-?\d+)/.exec(text)?.[1];
}
