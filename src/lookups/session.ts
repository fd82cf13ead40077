import type { Database } from '../db/database';
import type { InTurn, VisibleRecords } from '../db/visible-records';
import type { GroupScope } from '../db/visibility';
import type { Caller } from '../model/caller';
import type { GroupRef } from '../model/criteria';
import { RecordBudget } from './record-budget';

/** One request of a caller. Its visible groups are read once, and everything from the same host. */
export class Session {
  #granted: Promise<GroupScope> | undefined;

  constructor(
    readonly db: Database,
    readonly caller: Caller,
    /** Limits what the request reads and returns. */
    readonly budget = new RecordBudget(),
    /** Called once if the caller sees no group. */
    private readonly onNoGroup?: () => void,
    private readonly inTurn?: InTurn,
  ) {}

  /** The groups that the caller may see; if the request names a group, only that one of them. */
  async scope(ref?: GroupRef): Promise<GroupScope> {
    this.#granted ??= this.#readGranted();
    const granted = await this.#granted;
    if (ref === undefined || granted.isEmpty) return granted;
    return granted.narrowedTo(this.db.access, ref);
  }

  /** The records of the groups in {@link scope}; null when there are none. */
  async records(ref?: GroupRef): Promise<VisibleRecords | null> {
    const scope = await this.scope(ref);
    return scope.isEmpty ? null : this.db.records(scope, this.inTurn);
  }

  async #readGranted(): Promise<GroupScope> {
    await this.db.assertSchemaFits();
    const scope = await this.db.scopeOf(this.caller.groups);
    if (scope.isEmpty) this.onNoGroup?.();
    return scope;
  }
}
