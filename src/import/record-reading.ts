/** From what a file holds to a record of its kind. */

import { named } from './field-types';
import { fieldsOf, type RecordKind, type RecordOf } from './kinds';
import { quoted, Refusal } from './refusal';
import type { SourceRecord } from './source-record';

/** A record that may be stored, and where it stands in the files. */
export interface Entry<K extends RecordKind> {
  readonly record: RecordOf<K>;
  readonly source: SourceRecord;
}

type Values = Record<string, unknown>;

/** @throws {Refusal} that names the field */
export function readEntry<K extends RecordKind>(kind: K, source: SourceRecord): Entry<K> {
  if ('problem' in source) throw new Refusal(source.problem);
  const values = 'cells' in source ? source.cells : flattened(kind, source.value);
  const record: Values = {};
  for (const [name, field] of Object.entries(fieldsOf(kind))) {
    const value = values[name];
    record[name] = named(name, () => {
      if (value === undefined || value === null) return field.absent();
      if (!('cells' in source)) return field.read(value);
      return value === '' ? field.absent() : field.read(field.fromCell(value as string));
    });
  }
  return { record: record as RecordOf<K>, source };
}

/** The identifier of a record that may be refused otherwise; undefined when it cannot be read. */
export function readIdentifier(kind: RecordKind, source: SourceRecord): string | undefined {
  const holder = 'problem' in source ? source.readable : 'cells' in source ? source.cells : source.value;
  const identifier = isObject(holder) && Object.hasOwn(holder, 'identifier') ? holder.identifier : undefined;
  try {
    return fieldsOf(kind).identifier?.read(identifier) as string;
  } catch {
    return undefined;
  }
}

/** The fields of `address` beside the others, as CSV has them. A typo in a key would lose data silently: it is refused. */
function flattened(kind: RecordKind, value: unknown): Values {
  if (!isObject(value)) throw new Refusal('is not a JSON object');
  const flat: Values = {};
  const take = (name: string, entry: unknown, known: boolean): void => {
    if (!known) throw new Refusal(`has an unknown key ${quoted(name)}`);
    flat[name] = entry;
  };
  const fields = fieldsOf(kind);
  const hasAddress = Object.hasOwn(fields, 'address.city');
  for (const [key, entry] of Object.entries(value)) {
    if (key !== 'address' || !hasAddress) {
      take(key, entry, Object.hasOwn(fields, key) && !key.includes('.'));
    } else if (entry !== null) {
      if (!isObject(entry)) throw new Refusal('`address` must be an object');
      for (const [part, text] of Object.entries(entry))
        take(`address.${part}`, text, Object.hasOwn(fields, `address.${part}`));
    }
  }
  return flat;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
