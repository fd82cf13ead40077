/** Sorted runs: rows of one table that an index holds in paging order, read a stretch at a time. */

import { type Expression, type RawBuilder, type SqlBool } from 'kysely';

import type { PageRequest, RowId } from '../model/page';
import { fragment, type Fragment, quoted } from './statements';

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

/** The arms of a union, as SQL. No table is begun here: `visible-records.ts` alone puts them into a statement. */

/** {@link Sieve} as text. */
interface SieveText {
  readonly joins: Fragment;
  readonly condition: Fragment;
}

/** What an arm gives besides its run and the id: whether the row passes, or columns for a sieve outside. */
interface ArmColumns {
  readonly sieve?: SieveText;
  readonly carried?: readonly string[];
}

/** The rows of a stretch, in its order. */
export function arm(
  { name, alias, id: column }: RunTable,
  { index, group, where }: Run,
  { run, from, to, limit }: Stretch,
  direction: Direction,
  { sieve, carried = [] }: ArmColumns,
): Fragment {
  const id = quoted(`${alias}.${column}`);
  const [begin, end, order] = direction === 'forward' ? ['>=', '<=', 'asc'] : ['<=', '>=', 'desc'];
  const conditions: Fragment[] = [
    ...(group === undefined ? [] : [fragment(`${quoted(`${alias}.group_id`)} = ?`, group)]),
    ...(where === undefined ? [] : [where]),
    fragment(`${id} ${begin} ?`, from),
    ...(to === undefined ? [] : [fragment(`${id} ${end} ?`, to)]),
  ];
  const columns = [
    `${run} as run`,
    `${id} as id`,
    ...carried.map((name) => quoted(`${alias}.${name}`)),
    ...(sieve === undefined ? [] : [`(${sieve.condition.text}) as matches`]),
  ];
  const text =
    `select ${columns.join(', ')} from ${name} as ${alias} force index (${index}) ${sieve?.joins.text ?? ''} ` +
    `where ${conditions.map(({ text }) => text).join(' and ')} order by ${id} ${order} limit ?`;
  const values = [...(sieve?.condition.values ?? []), ...(sieve?.joins.values ?? [])];
  return { text, values: [...values, ...conditions.flatMap(({ values }) => values), limit] };
}
