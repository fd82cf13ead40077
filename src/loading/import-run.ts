import type { Kysely, Transaction } from 'kysely';

import type { Tables } from '../db/tables';
import type { HeldIdentifiers } from './held-identifiers';
import { emptyReport, type ImportReport, type KindReport } from './import-report';
import type { Kind } from './kinds';
import type { RefusalLog } from './refusal-log';
import type { SourceFile } from './source-files';

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
  readonly #files: ReadonlyMap<Kind, SourceFile>;
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

  hasFile(kind: Kind): boolean {
    return this.#files.has(kind);
  }

  count(kind: Kind, what: keyof KindReport, records = 1): void {
    const report = this.report.kinds[kind];
    if (report !== undefined) report[what] += records;
  }

  refuse(kind: Kind, { line, original }: { line: number; original: unknown }, reason: string): void {
    this.count(kind, 'refused');
    this.#refusals.add({ file: this.#nameOf(kind), line, reason }, original);
  }

  keep(kind: Kind, identifier: string, reason: string): void {
    this.count(kind, 'kept');
    this.#refusals.add({ file: this.#nameOf(kind), line: null, reason }, { identifier });
  }

  #nameOf(kind: Kind): string {
    return this.#files.get(kind)?.name ?? kind;
  }
}
