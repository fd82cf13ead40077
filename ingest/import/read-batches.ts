import { setImmediate } from 'node:timers/promises';

import { type FieldType, identifier } from './field-types';
import { FIELD_LISTS, fieldsOf, type RecordKind, type RecordOf } from './kinds';
import { quoted, Refusal, refusalOf, withNearest } from './refusals';
import { type RecordSource, BATCH_BYTES, isObject, type SourceRecord, sizeOf, type Values } from './source-record';
import { BATCH_SIZE } from './statements';

/** Consecutive records of a source. */
export interface Batch<K extends RecordKind> {
  /** Each identifier once, unless it is the first reading. */
  readonly entries: Entry<K>[];
  readonly refused: { readonly source: SourceRecord; readonly reason: string }[];
}

/** The line of the last record with an identifier; 0 when there is none. */
export type LastLine = (identifier: string) => number;

/** @param lastLine undefined for the first reading */
export async function* readBatches<K extends RecordKind>(
  kind: K,
  from: RecordSource,
  lastLine?: LastLine,
): AsyncGenerator<Batch<K>, void> {
  const empty = () => ({ entries: [] as Entry<K>[], refused: [] as Batch<K>['refused'], size: 0 });
  let batch = empty();
  for await (const records of from.records()) {
    for (const source of records) {
      if (batch.entries.length + batch.refused.length >= BATCH_SIZE || batch.size >= BATCH_BYTES) {
        yield batch;
        batch = empty();
      }
      batch.size += sizeOf(source);
      try {
        if (lastLine !== undefined) assertLast(source, lastLine);
        batch.entries.push(readEntry(kind, source));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        batch.refused.push({ source, reason: error.message });
      }
    }
  }
  yield batch;
}

/** No record is written twice. @throws {Refusal} for all but the last of the records with one identifier */
function assertLast(source: SourceRecord, lastLine: LastLine): void {
  const last = lastLine(readIdentifier(source) ?? '');
  if (last > source.line) throw new Refusal(`has the \`identifier\` of line ${last}, which is used instead`);
}

/** A valid record, and its source in the file. */
export interface Entry<K extends RecordKind> {
  readonly record: RecordOf<K>;
  readonly source: SourceRecord;
}

/** @throws {Refusal} that names everything that is wrong with the record */
export function readEntry<K extends RecordKind>(kind: K, source: SourceRecord): Entry<K> {
  if ('problem' in source) throw new Refusal(source.problem);
  const faults: string[] = [];
  const values = 'cells' in source ? source.cells : flattened(kind, source.value, faults);
  const record: Record<string, unknown> = {};
  for (const { name, field } of FIELD_LISTS[kind]) {
    try {
      const value = 'cells' in source ? valueOfCell(source, name, field) : values[name];
      record[name] = value === undefined || value === null ? field.absent() : field.read(value);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push(`${quoted(name)} ${error.message}`);
    }
  }
  if (faults.length > 0) throw refusalOf(faults);
  return { record: record as RecordOf<K>, source };
}

/** Undefined for an empty cell. @throws {Refusal} */
function valueOfCell(
  { cells, formats }: Extract<SourceRecord, { readonly cells: unknown }>,
  name: string,
  field: FieldType<unknown>,
): unknown {
  const cell = cells[name];
  if (typeof cell !== 'string') return cell;
  return cell === '' ? undefined : field.fromCell(cell, name, formats);
}

/** The identifier of a record, even if the record is refused; undefined when it cannot be read. */
export function readIdentifier(source: SourceRecord): string | undefined {
  const holder = 'problem' in source ? source.readable : 'cells' in source ? source.cells : source.value;
  if (!isObject(holder) || !Object.hasOwn(holder, 'identifier')) return undefined;
  try {
    return identifier.read('cells' in source ? valueOfCell(source, 'identifier', identifier) : holder.identifier);
  } catch {
    return undefined;
  }
}

/** The values of JSON by field, those of `address` as in CSV. An unknown key is a fault: a typo would lose data silently. */
function flattened(kind: RecordKind, value: unknown, faults: string[]): Values {
  if (!isObject(value)) throw new Refusal('is not a JSON object');
  const flat: Record<string, unknown> = {};
  const fields = fieldsOf(kind);
  if (kind !== 'units' && Object.keys(value).every((key) => Object.hasOwn(fields, key))) return value;
  const put = (key: string, entry: unknown, isField: boolean): void => {
    if (isField && Object.hasOwn(fields, key)) flat[key] = entry;
    else faults.push(`has an unknown key ${withNearest(key, Object.keys(fields))}`);
  };
  for (const [key, entry] of Object.entries(value)) {
    if (key !== 'address' || kind !== 'units') put(key, entry, !key.includes('.'));
    else if (isObject(entry)) for (const [part, text] of Object.entries(entry)) put(`address.${part}`, text, true);
    else if (entry !== null) faults.push('`address` must be an object');
  }
  return flat;
}

/**
 * Yields the items of `source`, and prepares the next item while the caller works on the current one. It never prepares
 * more than one, so that memory stays flat. It ends only after `source` has ended.
 */
export async function* readAhead<Item>(source: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  // Lets the caller send its statement before the next item uses the CPU.
  const next = async (): Promise<IteratorResult<Item, void>> => {
    await setImmediate();
    return source.next();
  };
  let pending = next();
  try {
    for (let item = await pending; item.done !== true; item = await pending) {
      pending = next();
      // A failure is thrown when this item is next; until then nothing awaits it.
      pending.catch(() => {});
      yield item.value;
    }
  } finally {
    await source.return();
  }
}
