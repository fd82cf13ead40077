/** Sorted runs: rows of one table that an index holds in paging order, read a stretch at a time. */

import { type Expression, type RawBuilder, type SqlBool } from 'kysely';

import type { PageRequest, RowId } from '../model/page';
import type { Fragment } from './fragment';

export type Direction = PageRequest['direction'];

/** Where the rows of runs stand. */
export interface RunTable {
  readonly name: 'lease_tenants' | 'leases';
  readonly alias: 'p' | 'l';
  /** The column of the paging id, ascending in every index that a run names, once the run's own columns are given. */
  readonly id: 'tenant_id' | 'lease_id' | 'id';
  /** The columns that a sieve may look at besides `group_id`. */
  readonly carried: readonly string[];
}

export const PAIRS_BY_TENANT = { name: 'lease_tenants', alias: 'p', id: 'tenant_id', carried: ['unit_key'] } as const;
export const PAIRS_BY_LEASE = {
  name: 'lease_tenants',
  alias: 'p',
  id: 'lease_id',
  carried: ['lease_id', 'tenant_id'],
} as const;
export const LEASES = { name: 'leases', alias: 'l', id: 'id', carried: ['start_date', 'end_date'] } as const;

/** The tables with an index that holds the rows of each group in paging order. */
export type GroupedTable = typeof PAIRS_BY_TENANT | typeof LEASES;

export const groupIndex = ({ name }: GroupedTable): string => `${name}_of_group`;

export interface Run {
  readonly index: string;
  /** The group of all its rows; absent when they are of any. */
  readonly group?: RowId;
  /** What else is the same in all its rows. */
  readonly where?: Fragment;
}

/** What rows have to pass that no index knows: a condition on a row and on what is joined to it. */
export interface Sieve {
  readonly joins: RawBuilder<unknown>;
  readonly condition: Expression<SqlBool>;
}

/** @param row the alias of the row: that of its table, or of a union of runs */
export type SieveOf = (row: 'p' | 'l' | 'c') => Sieve;

/** A stretch of a run, from a place on, in the direction of the reading. */
export interface Stretch {
  /** The run's number. */
  readonly run: number;
  /** Both included; without `to` it goes on to the end of the run. */
  readonly from: RowId;
  readonly to?: RowId;
  readonly limit: number;
}

/** A row of a run; several rows may stand at one id. */
export interface Place {
  readonly run: number;
  readonly id: RowId;
  readonly matches: boolean;
}

/** Where the rows of a group begin. */
export interface Head {
  readonly group_id: RowId;
  readonly id: RowId;
}
