/** The arms of a union, as SQL. No table is begun here: `visible-records.ts` alone puts them into a statement. */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { RowId } from '../model/page';
import type { Direction, Run, RunTable, Sieve, Stretch } from './runs';

/** Each arm keeps its own order and limit (an ORDER BY without brackets would rule the whole union). */
export const union = <Row>(queries: readonly Expression<Row>[]) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  );

/** From a place on, it included. */
export const onward = (id: Expression<unknown>, from: RowId, direction: Direction): Expression<SqlBool> =>
  direction === 'forward' ? sql<SqlBool>`${id} >= ${from}` : sql<SqlBool>`${id} <= ${from}`;

/** What an arm gives besides its run and the id: whether the row passes, or columns for a sieve outside. */
interface ArmColumns {
  readonly sieve?: Sieve;
  readonly carried?: readonly string[];
}

/** The rows of a stretch, in its order. */
export function arm(
  { name, alias, id: column }: RunTable,
  run: Run,
  { run: number, from, to, limit }: Stretch,
  direction: Direction,
  { sieve, carried = [] }: ArmColumns,
) {
  const id = sql.ref(`${alias}.${column}`);
  const conditions: Expression<SqlBool>[] = [
    ...(run.group === undefined ? [] : [sql<SqlBool>`${sql.ref(`${alias}.group_id`)} = ${run.group}`]),
    ...(run.where === undefined ? [] : [run.where]),
    onward(id, from, direction),
    ...(to === undefined ? [] : [onward(id, to, direction === 'forward' ? 'backward' : 'forward')]),
  ];
  const columns = [
    sql`${sql.lit(number)} as run`,
    sql`${id} as id`,
    ...carried.map((name) => sql.ref(`${alias}.${name}`)),
    ...(sieve === undefined ? [] : [sql`(${sieve.condition}) as matches`]),
  ];
  return sql`select ${sql.join(columns)} from ${sql.raw(`${name} as ${alias} force index (${run.index})`)} ${sieve?.joins ?? sql``}
    where ${sql.join(conditions, sql` and `)} order by ${id} ${sql.raw(direction === 'forward' ? 'asc' : 'desc')} limit ${limit}`;
}
