import { setImmediate } from 'node:timers/promises';

import { named } from './field-types';
import { fieldsOf, type RecordKind, type RecordOf } from './kinds';
import { quoted, Refusal } from './refusals';
import { type SourceFile, sourceRecords } from './source-files';
import type { SourceRecord } from './source-record';
import { BATCH_SIZE } from './statements';

/** Consecutive records of a file. */
export interface Batch<K extends RecordKind> {
  /** Each identifier once. */
  readonly entries: readonly Entry<K>[];
  readonly refused: readonly { readonly source: SourceRecord; readonly reason: string }[];
  /** One for each record, refused or not; undefined when it cannot be read. */
  readonly identifiers: readonly (string | undefined)[];
  /** From the start of the file to the end of this batch. */
  readonly bytesRead: number;
}

/** A batch of long records ends at this size, so that memory stays flat. */
const BATCH_BYTES = 8 * 1024 * 1024;

/** Two records with the same identifier are never in one batch, so the later one replaces the earlier. */
export async function* readBatches<K extends RecordKind>(kind: K, file: SourceFile): AsyncGenerator<Batch<K>, void> {
  let bytesRead = 0;
  let batch = new OpenBatch<K>(bytesRead);
  for await (const source of sourceRecords(file, (count) => (bytesRead += count))) {
    const identifier = readIdentifier(kind, source);
    if (batch.isFull(bytesRead) || batch.holds(identifier)) {
      yield batch.close(bytesRead);
      batch = new OpenBatch(bytesRead);
    }
    batch.add(kind, source, identifier);
  }
  yield batch.close(bytesRead);
}

class OpenBatch<K extends RecordKind> {
  readonly #entries = new Map<string, Entry<K>>();
  readonly #refused: Batch<K>['refused'][number][] = [];
  readonly #identifiers: (string | undefined)[] = [];

  constructor(private readonly startsAt: number) {}

  isFull(bytesRead: number): boolean {
    return this.#identifiers.length >= BATCH_SIZE || bytesRead - this.startsAt >= BATCH_BYTES;
  }

  holds(identifier: string | undefined): boolean {
    return identifier !== undefined && this.#entries.has(identifier);
  }

  add(kind: K, source: SourceRecord, identifier: string | undefined): void {
    this.#identifiers.push(identifier);
    try {
      const entry = readEntry(kind, source);
      this.#entries.set(entry.record.identifier, entry);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refused.push({ source, reason: error.message });
    }
  }

  close(bytesRead: number): Batch<K> {
    return {
      entries: [...this.#entries.values()],
      refused: this.#refused,
      identifiers: this.#identifiers,
      bytesRead,
    };
  }
}

/** A valid record, and its source in the file. */
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

/** The identifier of a record, even if the record is refused; undefined when it cannot be read. */
export function readIdentifier(kind: RecordKind, source: SourceRecord): string | undefined {
  const holder = 'problem' in source ? source.readable : 'cells' in source ? source.cells : source.value;
  const identifier = isObject(holder) && Object.hasOwn(holder, 'identifier') ? holder.identifier : undefined;
  try {
    return fieldsOf(kind).identifier?.read(identifier) as string;
  } catch {
    return undefined;
  }
}

/** Moves the fields of `address` up to the others, as in CSV. An unknown key is refused: a typo would lose data silently. */
function flattened(kind: RecordKind, value: unknown): Values {
  if (!isObject(value)) throw new Refusal('is not a JSON object');
  const flat: Values = {};
  const take = (name: string, entry: unknown, known: boolean): void => {
    if (!known) throw new Refusal(`has an unknown key ${quoted(name)}`);
    flat[name] = entry;
  };
  const fields = fieldsOf(kind);
  for (const [key, entry] of Object.entries(value)) {
    if (key !== 'address' || kind !== 'units') {
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
    await pending.catch(() => {});
    await source.return();
  }
}
