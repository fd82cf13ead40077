/** A record of an NDJSON file, from its bytes. */

import type { FieldNames } from './field-names';
import { holdsRoundedNumber } from './field-types';
import type { RecordKind } from './kinds';
import { quoted, Refusal } from './refusals';
import { BROKEN_UTF8, isObject, LONGEST_RECORD_BYTES, type SourceRecord, textOf } from './source-record';

export interface JsonReading {
  /** Without it, each key is the name of a field. */
  readonly naming?: { readonly kind: RecordKind; readonly names: FieldNames };
}

/** @returns undefined when there is nothing but white space */
export function readJson(line: number, bytes: Buffer, reading: JsonReading): SourceRecord | undefined {
  if (bytes.length > LONGEST_RECORD_BYTES) {
    return { line, problem: `is longer than ${LONGEST_RECORD_BYTES} bytes` };
  }
  const text = textOf(bytes);
  if (text === undefined) return { line, problem: BROKEN_UTF8 };
  const json = text.trim();
  if (json === '') return undefined;
  let value: unknown;
  try {
    value = withFieldNames(JSON.parse(text), reading);
  } catch (error) {
    return { line, problem: error instanceof Refusal ? error.message : 'is not valid JSON', text };
  }
  if (holdsRoundedNumber(text)) {
    return { line, problem: 'has a number with more than 15 digits', text, readable: value };
  }
  return { line, value, json };
}

/** The same record with the names of fields. @throws {Refusal} when two of its keys stand for one field */
function withFieldNames(value: unknown, { naming }: JsonReading): unknown {
  if (naming === undefined || naming.names.areUnchanged || !isObject(value)) return value;
  const { kind, names } = naming;
  const record = new Map<string, unknown>();
  const address = new Map<string, unknown>();
  const put = (key: string, entry: unknown, within: string): void => {
    const field = names.fieldOf(kind, within + key);
    if (field === undefined) return;
    const part = /^address\.(.+)$/.exec(field)?.[1];
    const target = part === undefined || field === key ? record : address;
    const name = target === address && part !== undefined ? part : field;
    if (target.has(name)) throw new Refusal(`has ${quoted(field)} twice`);
    target.set(name, entry);
  };
  for (const [key, entry] of Object.entries(value)) {
    if (key !== 'address' || !isObject(entry)) put(key, entry, '');
    else for (const [part, text] of Object.entries(entry)) put(part, text, 'address.');
  }
  if (address.size > 0) record.set('address', Object.fromEntries(address));
  return Object.fromEntries(record);
}
