/** The arms of a union, as SQL. No table is begun here: `visible-records.ts` alone puts them into a statement. */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { RowId } from '../model/page';
import { type Fragment, fragment, quoted } from './fragment';
import type { Direction, Run, RunTable, Stretch } from './runs';

/** Each arm keeps its own order and limit (an ORDER BY without brackets would rule the whole union). */
export const union = <Row>(queries: readonly Expression<Row>[]) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  );

/** The same of arms that are text. */
export const unionOfTexts = (arms: readonly Fragment[]): Fragment => ({
  text: arms.map(({ text }) => `(${text})`).join(' union all '),
  values: arms.flatMap(({ values }) => values),
});

/** From a place on, it included. */
export const onward = (id: Expression<unknown>, from: RowId, direction: Direction): Expression<SqlBool> =>
  direction === 'forward' ? sql<SqlBool>`${id} >= ${from}` : sql<SqlBool>`${id} <= ${from}`;

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
