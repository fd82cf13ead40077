/** The sorted runs that a merge can read: rows of one table that an index holds in paging order. */

import { type Expression, type RawBuilder, type SqlBool } from 'kysely';

import type { RowId } from '../../model/page';

/** Where the rows of runs stand. */
export interface RunTable {
  readonly name: 'lease_tenants as p' | 'leases as l';
  readonly alias: 'p' | 'l';
  /** The column of the paging id, ascending in every index that a run names, once the run's own columns are given. */
  readonly id: string;
  readonly group: string;
  /** The columns that a sieve may look at besides `group_id`. */
  readonly carried: readonly string[];
}

export const PAIRS_BY_TENANT: RunTable = {
  name: 'lease_tenants as p',
  alias: 'p',
  id: 'p.tenant_id',
  group: 'p.group_id',
  carried: ['unit_key'],
};

export const PAIRS_BY_LEASE: RunTable = {
  name: 'lease_tenants as p',
  alias: 'p',
  id: 'p.lease_id',
  group: 'p.group_id',
  carried: ['lease_id', 'tenant_id'],
};

export const LEASES: RunTable = {
  name: 'leases as l',
  alias: 'l',
  id: 'l.id',
  group: 'l.group_id',
  carried: ['start_date', 'end_date'],
};

export interface Run {
  readonly index: string;
  /** The group of all its rows; absent when they are of any. */
  readonly group?: RowId;
  /** What else is the same in all its rows. */
  readonly where?: Expression<SqlBool>;
}

/** What rows have to pass that no index knows: a condition on a row and on what is joined to it. */
export interface Sieve {
  readonly joins: RawBuilder<unknown>;
  readonly condition: Expression<SqlBool>;
}

/** @param row the alias of the row: that of its table, or of a union of runs */
export type SieveOf = (row: 'p' | 'l' | 'c') => Sieve;
