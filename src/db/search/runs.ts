/** The sorted runs that a merge can read: rows of one table that an index holds in paging order. */

import { type Expression, type RawBuilder, type SqlBool } from 'kysely';

import type { RowId } from '../../model/page';

/** Where the rows of runs stand. */
export interface RunTable {
  readonly name: 'lease_tenants as p' | 'leases as l';
  /** The column of the paging id, ascending in every index that a run names, once the run's own columns are given. */
  readonly id: string;
  readonly group: string;
  /** What a sieve may look at besides `c.id` and `c.group_id`: columns of the table. */
  readonly carried: readonly string[];
}

export const PAIRS_BY_TENANT: RunTable = {
  name: 'lease_tenants as p',
  id: 'p.tenant_id',
  group: 'p.group_id',
  carried: ['p.unit_key'],
};

export const PAIRS_BY_LEASE: RunTable = {
  name: 'lease_tenants as p',
  id: 'p.lease_id',
  group: 'p.group_id',
  carried: [],
};

export const LEASES: RunTable = {
  name: 'leases as l',
  id: 'l.id',
  group: 'l.group_id',
  carried: ['l.start_date', 'l.end_date'],
};

export interface Run {
  readonly index: string;
  /** The group of all its rows; absent when they are of any. */
  readonly group?: RowId;
  /** What else is the same in all its rows. */
  readonly where?: Expression<SqlBool>;
}

/** What rows have to pass that no index knows: a condition on the row `c` and on what is joined to it. */
export interface Sieve {
  readonly joins: RawBuilder<unknown>;
  readonly condition: Expression<SqlBool>;
}
