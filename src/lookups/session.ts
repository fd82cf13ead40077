import type { Database, RecordReader } from '../db/database';
import type { VisibleRecords } from '../db/visible-records';
import type { GroupScope } from '../db/visibility';
import type { Caller } from '../model/caller';
import type { GroupRef } from '../model/criteria';
import type { RecordBudget } from './record-budget';

/** One request of a caller. Its visible groups are read once. */
export class Session {
  #granted: Promise<GroupScope> | undefined;
  #reader: RecordReader | undefined;

  constructor(
    readonly db: Database,
    readonly caller: Caller,
    /** Limits what the request reads and returns; when absent, only each page has a limit. */
    readonly budget?: RecordBudget,
  ) {}

  /** The groups that the caller may see, or of these the one that the request names. */
  async scope(ref?: GroupRef): Promise<GroupScope> {
    await this.db.assertSchemaFits();
    this.#granted ??= this.db.scopeOf(this.caller.groups);
    const granted = await this.#granted;
    if (ref === undefined || granted.isEmpty) return granted;
    return granted.narrowedTo(this.db.access, ref);
  }

  /**
   * The records of the groups in {@link scope}; null when there are none.
   * @param isContinuation whether the request continues an earlier answer. It must then not read an older state of the data.
   */
  async records(options: { ref?: GroupRef; isContinuation: boolean }): Promise<VisibleRecords | null> {
    const { ref, isContinuation } = options;
    const scope = await this.scope(ref);
    if (scope.isEmpty) return null;
    this.#reader ??= this.db.readerFor(this.caller.groups);
    if (isContinuation) this.#reader.usePrimary();
    return this.#reader.within(scope);
  }
}
