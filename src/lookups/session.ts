import type { Database } from '../db/database';
import type { GroupScope } from '../db/visibility';
import type { VisibleRecords } from '../db/visible-records';
import type { Caller } from '../model/caller';
import type { GroupRef } from '../model/questions';

/** One caller's request: what it may see is asked once. */
export class Session {
  #granted: Promise<GroupScope> | undefined;

  constructor(
    readonly db: Database,
    readonly caller: Caller,
  ) {}

  /** The groups that the caller may see, or the one of them that the request names. */
  async scope(ref?: GroupRef): Promise<GroupScope> {
    await this.db.assertSchemaFits();
    this.#granted ??= this.db.scopeOf(this.caller.groups);
    const granted = await this.#granted;
    if (ref === undefined || granted.isEmpty) return granted;
    return granted.narrowedTo(this.db.access, ref);
  }

  /** The records within that scope; null when it holds no group at all. */
  async records(ref?: GroupRef): Promise<VisibleRecords | null> {
    const scope = await this.scope(ref);
    return scope.isEmpty ? null : this.db.within(scope);
  }
}
