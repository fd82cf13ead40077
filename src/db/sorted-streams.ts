/** Sorted streams: rows of one table that an index holds in the order of the page, read in batches. */

import type { Expression, RawBuilder, SqlBool } from 'kysely';

import type { PageRequest, RowId } from '../model/page';
import { fragment, type Fragment, quoted, type SlotValues } from './statements';

export type Direction = PageRequest['direction'];

/** The table that holds the rows of a stream. */
export interface StreamTable {
  readonly name: 'lease_tenants' | 'leases';
  readonly alias: 'p' | 'l';
  /** The column of the paging id. It ascends in the index of every stream, once the columns of the stream are given. */
  readonly id: 'tenant_id' | 'id';
}

export const PAIRS_BY_TENANT = { name: 'lease_tenants', alias: 'p', id: 'tenant_id' } as const;
export const LEASES = { name: 'leases', alias: 'l', id: 'id' } as const;

/** The tables with an index that holds the rows of each group in the order of the page. */
export type GroupedTable = typeof PAIRS_BY_TENANT | typeof LEASES;

export const groupIndex = ({ name }: GroupedTable): string => `${name}_of_group`;

export interface SortedStream {
  readonly index: string;
  /** The group of all its rows. Absent if they may be of any group. */
  readonly group?: RowId;
  /** What else all its rows have in common. */
  readonly where?: Fragment;
}

/** The conditions that no index of a stream covers: on a row and on what is joined to it. */
export interface ResidualFilter {
  readonly joins: RawBuilder<unknown>;
  readonly condition: Expression<SqlBool>;
}

/** {@link ResidualFilter} for the rows of streams. */
export interface StreamFilter {
  /** The name of its text, which is then made once. Absent if there are too many texts to keep them. */
  readonly name?: string;
  /** The columns of a row that it needs besides the paging id and the group. The index of every stream has them. */
  readonly columns: readonly ('unit_key' | 'move_in_day' | 'start_date' | 'end_date')[];
  /** @param row the alias of the row: that of its table, or `c` in a union of streams */
  on(row: 'p' | 'l' | 'c'): ResidualFilter;
  /** The values of its slots. */
  readonly values?: SlotValues;
}

/** The next rows of a stream from an id on, in the direction of the page. */
export interface Batch {
  /** The number of the stream. */
  readonly stream: number;
  /** Both ends are included. Without `to` the batch may reach the end of the stream. */
  readonly from: RowId;
  readonly to?: RowId;
  readonly limit: number;
}

/** The run of rows that are read in the same statement, and are of no stream. */
export const BESIDE = -1;

/** A row of a stream. Several rows may have the same id. */
export interface StreamRow {
  /** The number of the stream. */
  readonly stream: number;
  readonly id: RowId;
  readonly matches: boolean;
}

/** {@link StreamRow} as the database returns it. */
export interface FoundRow {
  readonly run: number;
  readonly id: RowId;
  readonly matches?: number | null;
}

/** The first row of a group. */
export interface Head {
  readonly group_id: RowId;
  readonly id: RowId;
}

/** {@link ResidualFilter} as text. */
export interface FilterText {
  readonly joins: Fragment;
  readonly condition: Fragment;
}

/**
 * A batch as a branch of a union, in the order of the direction.
 * @param what is selected besides: whether the row passes a filter, or columns of the index
 */
export function branchOf(
  { name, alias, id: column }: StreamTable,
  { index, group, where }: SortedStream,
  { stream, from, to, limit }: Batch,
  direction: Direction,
  what: FilterText | readonly string[],
): Fragment {
  const id = quoted(`${alias}.${column}`);
  const [begin, end, order] = direction === 'forward' ? ['>=', '<=', 'asc'] : ['<=', '>=', 'desc'];
  const conditions: Fragment[] = [
    ...(group === undefined ? [] : [fragment(`${quoted(`${alias}.group_id`)} = ?`, group)]),
    ...(where === undefined ? [] : [where]),
    fragment(`${id} ${begin} ?`, from),
    ...(to === undefined ? [] : [fragment(`${id} ${end} ?`, to)]),
  ];
  const filter = 'condition' in what ? what : undefined;
  const more = 'condition' in what ? [`(${what.condition.text}) as matches`] : what.map((one) => `${alias}.${one}`);
  const columns = [`${stream} as run`, `${id} as id`, ...more];
  const text =
    `select ${columns.join(', ')} from ${name} as ${alias} force index (${index}) ${filter?.joins.text ?? ''} ` +
    `where ${conditions.map(({ text }) => text).join(' and ')} order by ${id} ${order} limit ?`;
  const values = [...(filter?.condition.values ?? []), ...(filter?.joins.values ?? [])];
  return { text, values: [...values, ...conditions.flatMap(({ values }) => values), limit] };
}

/**
 * A filter around a union of streams, whose rows are `c`. The branches read nothing but their indexes: for a branch that reads
 * rows of the table, MySQL would read up to 128 KB of them in advance.
 */
export const filteredUnion = (branches: Fragment, { joins, condition }: FilterText): Fragment => ({
  text: `select c.run, c.id, (${condition.text}) as matches from (${branches.text}) as c ${joins.text}`,
  values: [...condition.values, ...branches.values, ...joins.values],
});
