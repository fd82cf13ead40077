import type { Database, RecordReader } from '../db/database';
import type { VisibleRecords } from '../db/visible-records';
import type { GroupScope } from '../db/visibility';
import type { Caller } from '../model/caller';
import type { GroupRef } from '../model/criteria';
import type { RecordBudget } from './record-budget';

/** One caller's request: what it may see is asked once. */
export class Session {
  #granted: Promise<GroupScope> | undefined;
  #reader: RecordReader | undefined;

  constructor(
    readonly db: Database,
    readonly caller: Caller,
    /** What the request may return; none where every page is bounded by itself. */
    readonly budget?: RecordBudget,
  ) {}

  /** The groups that the caller may see, or the one of them that the request names. */
  async scope(ref?: GroupRef): Promise<GroupScope> {
    await this.db.assertSchemaFits();
    this.#granted ??= this.db.scopeOf(this.caller.groups);
    const granted = await this.#granted;
    if (ref === undefined || granted.isEmpty) return granted;
    return granted.narrowedTo(this.db.access, ref);
  }

  /**
   * The records within that scope; null when it holds no group at all.
   * @param goesOn whether the request goes on from an earlier answer: then it must not meet an older state than that did
   */
  async records({ ref, goesOn }: { ref?: GroupRef; goesOn: boolean }): Promise<VisibleRecords | null> {
    const scope = await this.scope(ref);
    if (scope.isEmpty) return null;
    this.#reader ??= this.db.readerFor(this.caller.groups);
    if (goesOn) this.#reader.usePrimary();
    return this.#reader.within(scope);
  }
}
