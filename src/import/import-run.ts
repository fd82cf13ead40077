import type { Kysely, Transaction } from 'kysely';

import type { Tables } from '../db/tables';
import type { HeldIdentifiers } from './held-identifiers';
import { emptyReport, type ImportReport, type KindReport } from './import-report';
import type { RecordKind } from './kinds';
import type { RefusalLog } from './refusal-log';
import type { SourceFile } from './source-files';
import { originalOf, type SourceRecord } from './source-record';

interface Options {
  /** One connection, or the transaction of a dry run. */
  readonly db: Kysely<Tables>;
  readonly files: readonly SourceFile[];
  readonly refusals: RefusalLog;
  /** Absent without `prune`. */
  readonly held?: HeldIdentifiers;
}

/** What every step of one import shares. */
export class ImportRun {
  readonly db: Kysely<Tables>;
  readonly held?: HeldIdentifiers;
  readonly report: ImportReport = { kinds: {}, notPruned: [] };
  readonly #files: ReadonlyMap<RecordKind, SourceFile>;
  readonly #refusals: RefusalLog;

  constructor({ db, files, refusals, held }: Options) {
    this.db = db;
    this.held = held;
    for (const { kind } of files) this.report.kinds[kind] = emptyReport();
    this.#files = new Map(files.map((file) => [file.kind, file]));
    this.#refusals = refusals;
  }

  /** Each step is whole or not at all; in a dry run all of them are steps of the one transaction. */
  transaction<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return this.db.isTransaction ? work(this.db) : this.db.transaction().execute((db: Transaction<Tables>) => work(db));
  }

  hasFile(kind: RecordKind): boolean {
    return this.#files.has(kind);
  }

  count(kind: RecordKind, what: keyof KindReport, records = 1): void {
    const report = this.report.kinds[kind];
    if (report !== undefined) report[what] += records;
  }

  refuse(kind: RecordKind, source: SourceRecord, reason: string): void {
    this.count(kind, 'refused');
    this.#refusals.add({ file: this.#nameOf(kind), line: source.line, reason }, originalOf(source));
  }

  keep(kind: RecordKind, identifier: string, reason: string): void {
    this.count(kind, 'kept');
    this.#refusals.add({ file: this.#nameOf(kind), line: null, reason }, JSON.stringify({ identifier }));
  }

  #nameOf(kind: RecordKind): string {
    return this.#files.get(kind)?.name ?? kind;
  }
}
