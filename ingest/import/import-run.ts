import type { Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { type CountedKind, KINDS, type RecordKind } from './kinds';
import { DryStore } from './dry-store';
import { exceeds, NONE, type RecordLimit } from './limits';
import type { RefusedRecord, RejectsFile } from './refusals';
import { type RecordSource, originalOf, type SourceRecord } from './source-record';
import { inTransaction } from './statements';
import { type PreparedLease, type ReadSoFar, Store } from './store';

export interface KindReport {
  /** Records in the file, refused ones included. */
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  refused: number;
  pruned: number;
  /** Records that are no longer in the file, but that other records use. */
  kept: number;
}

/** Stored values that no lookup is likely to find (decision 10); absent if there are none. */
export interface UnlikelyFound {
  readonly unlikelyPhones?: number;
  readonly unlikelyEmails?: number;
}

export interface ImportReport extends UnlikelyFound {
  /** Only kinds that have a file. */
  readonly kinds: Partial<Record<CountedKind, KindReport>>;
  /** Kinds that were not pruned, because an identifier in their file could not be read. */
  readonly notPruned: RecordKind[];
  /** Columns of files that were ignored on request. */
  readonly ignored?: Partial<Record<RecordKind, readonly string[]>>;
}

/**
 * Whether every record was loaded, and every record to be pruned was deleted.
 * @param maxRefused how many records of a kind may be refused
 */
export const isComplete = ({ kinds, notPruned }: ImportReport, maxRefused: RecordLimit = NONE): boolean =>
  notPruned.length === 0 &&
  Object.values(kinds).every(({ read, refused, kept }) => !exceeds(maxRefused, refused, read) && kept === 0);

interface Options {
  /** One connection. */
  readonly db: Kysely<Tables>;
  readonly dryRun?: boolean;
  readonly files: readonly RecordSource[];
  readonly rejects: RejectsFile;
}

/** What the writers of records need of an import. */
export type WritingRun = Pick<ImportRun, 'transaction' | 'count' | 'refuse'>;

/** The state that the steps of one import share. */
export class ImportRun {
  readonly db: Kysely<Tables>;
  readonly report: ImportReport = { kinds: {}, notPruned: [] };
  /** Of the sources. */
  readonly #names = new Map<CountedKind, string>();
  readonly #rejects: RejectsFile;
  readonly #dryStore: DryStore | undefined;
  readonly #readSoFar: ReadSoFar = new Map(KINDS.map((kind) => [kind, 0]));
  /** What the current transaction reports if it is committed. */
  #reports: (() => void)[] | undefined;

  constructor({ db, files, rejects, dryRun = false }: Options) {
    this.db = db;
    this.#dryStore = dryRun ? new DryStore(db, this.#readSoFar) : undefined;
    this.#rejects = rejects;
    for (const { kind, name, pairs } of files) {
      this.#names.set(kind, name);
      if (pairs !== undefined) this.#names.set('pairs', pairs.name);
    }
    for (const kind of this.#names.keys())
      this.report.kinds[kind] = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, pruned: 0, kept: 0 };
  }

  /** A step is stored and reported completely or not at all. */
  async transaction<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    if (this.#dryStore !== undefined) return work(this.#dryStore);
    try {
      const result = await inTransaction(this.db, (db) => {
        this.#reports = [];
        return work(new Store(db, this.#readSoFar));
      });
      for (const report of this.#reports ?? []) report();
      return result;
    } finally {
      this.#reports = undefined;
    }
  }

  #report(report: () => void): void {
    if (this.#reports === undefined) report();
    else this.#reports.push(report);
  }

  /** A step that stores nothing, in one snapshot. */
  rehearsal<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    return inTransaction(this.db, (db) => work(new DryStore(db, this.#readSoFar)));
  }

  count(kind: CountedKind, what: keyof KindReport, records = 1): void {
    const report = this.report.kinds[kind];
    if (report !== undefined) this.#report(() => (report[what] += records));
  }

  refuse(kind: CountedKind, source: SourceRecord, reason: string): void {
    this.#add(kind, 'refused', { line: source.line, reason }, originalOf(source));
  }

  keep(kind: RecordKind, identifier: string, reason: string): void {
    this.#add(kind, 'kept', { line: null, reason }, JSON.stringify({ identifier }));
  }

  #add(kind: CountedKind, what: keyof KindReport, refused: Omit<RefusedRecord, 'file'>, original?: string): void {
    this.count(kind, what);
    this.#report(() => this.#rejects.add({ file: this.#names.get(kind) ?? kind, ...refused }, original));
  }
}

/** Stores and counts leases with their tenants, which must be in their group already, as their units must. */
export async function writeLeases(run: WritingRun, store: Store, leases: readonly PreparedLease[]): Promise<void> {
  const { inserts, changes } = await store.compareLeases(leases);
  await store.writeLeases({ inserts, changes });
  run.count('leases', 'inserted', inserts.length);
  run.count('leases', 'updated', changes.length);
  run.count('leases', 'unchanged', leases.length - inserts.length - changes.length);
}
