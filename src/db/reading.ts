import type { Kysely } from 'kysely';

import type { Tables } from './tables';
import { type QueryMemory, VisibleRecords } from './visible-records';
import type { GroupScope } from './visibility';

/** What one request reads records from. The connection itself stays out of reach. */
export class Reading {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly memory: QueryMemory,
    private readonly newest: () => void = () => undefined,
  ) {}

  within(scope: GroupScope): VisibleRecords {
    return new VisibleRecords(this.db, scope, this.memory);
  }

  /** From here on, everything is read where it is newest. */
  readNewest(): void {
    this.newest();
  }
}
