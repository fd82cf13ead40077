import { BATCH_SIZE } from './bulk';
import type { RecordKind } from './kinds';
import { type Entry, readEntry, readIdentifier } from './record-reading';
import { Refusal } from './refusal';
import { type SourceFile, sourceRecords } from './source-files';
import type { SourceRecord } from './source-record';

/** Records that follow each other in a file. */
export interface Batch<K extends RecordKind> {
  /** Each identifier once. */
  readonly entries: readonly Entry<K>[];
  readonly refused: readonly { readonly source: SourceRecord; readonly reason: string }[];
  /** Of every record, refused or not; undefined where it cannot be read. */
  readonly identifiers: readonly (string | undefined)[];
  /** Of the file, up to the end of this batch. */
  readonly bytesRead: number;
}

/** A batch of long records ends here before it has its number, so that memory stays flat. */
const BATCH_BYTES = 8 * 1024 * 1024;

/** Of two records with one identifier the later is in a later batch, so that it replaces the earlier. */
export async function* readBatches<K extends RecordKind>(kind: K, file: SourceFile): AsyncGenerator<Batch<K>, void> {
  let bytesRead = 0;
  let batch = new OpenBatch<K>(bytesRead);
  for await (const source of sourceRecords(file, (count) => (bytesRead += count))) {
    const identifier = readIdentifier(kind, source);
    if (batch.isFull(bytesRead) || batch.holds(identifier)) {
      yield batch.closed(bytesRead);
      batch = new OpenBatch(bytesRead);
    }
    batch.add(kind, source, identifier);
  }
  yield batch.closed(bytesRead);
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

  closed(bytesRead: number): Batch<K> {
    return {
      entries: [...this.#entries.values()],
      refused: this.#refused,
      identifiers: this.#identifiers,
      bytesRead,
    };
  }
}
