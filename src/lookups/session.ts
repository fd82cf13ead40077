import type { Database, RecordReader } from '../db/database';
import type { VisibleRecords } from '../db/visible-records';
import type { GroupScope } from '../db/visibility';
import type { Caller } from '../model/caller';
import type { GroupRef } from '../model/criteria';
import type { RecordBudget } from './record-budget';

type OutageSnapshot = ReturnType<Database['outageSnapshot']>;

/** One request of a caller. Its visible groups are read once. */
export class Session {
  #granted: Promise<GroupScope> | undefined;
  #reader: RecordReader | undefined;
  /** Where everything is read if the primary was away when the request began to read. */
  #snapshot: OutageSnapshot;

  constructor(
    readonly db: Database,
    readonly caller: Caller,
    /** Limits what the request reads and returns; when absent, only each page has a limit. */
    readonly budget?: RecordBudget,
  ) {}

  /** The groups that the caller may see; if the request names a group, only that one of them. */
  async scope(ref?: GroupRef): Promise<GroupScope> {
    this.#granted ??= this.#readGranted();
    const granted = await this.#granted;
    if (ref === undefined || granted.isEmpty) return granted;
    return granted.narrowedTo(await this.access(), ref);
  }

  /** The tables of groups and callers. Call it after {@link scope}. */
  async access(): Promise<Database['access']> {
    return this.#snapshot?.access() ?? this.db.access;
  }

  /**
   * The records of the groups in {@link scope}; null when there are none.
   * @param isContinuation whether the request continues an earlier answer. It must then not read an older state of the data.
   */
  async records(options: { ref?: GroupRef; isContinuation: boolean }): Promise<VisibleRecords | null> {
    const { ref, isContinuation } = options;
    const scope = await this.scope(ref);
    if (scope.isEmpty) return null;
    if (this.#snapshot !== undefined) return this.#snapshot.records(scope);
    this.#reader ??= this.db.readerFor(this.caller.groups);
    if (isContinuation) this.#reader.usePrimary();
    return this.#reader.within(scope);
  }

  /** Call it when nothing more is read. @returns how many seconds old the answer is at most, if the primary was away */
  async end(): Promise<number | undefined> {
    return this.#snapshot?.end();
  }

  async #readGranted(): Promise<GroupScope> {
    this.#snapshot = this.db.outageSnapshot();
    if (this.#snapshot !== undefined) return this.#snapshot.scopeOf(this.caller);
    await this.db.assertSchemaFits();
    return this.db.scopeOf(this.caller.groups);
  }
}
