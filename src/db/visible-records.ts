/** The other side of the wall (`visibility.ts`): every query on records begins here, and carries its groups. */

import { type Expression, type Kysely, sql, type SqlBool } from 'kysely';

import { COUNT_LIMIT, type PageRequest, type RowId } from '../model/page';
import type { Place, Stretch } from './search/merge';
import type { Run, RunTable, Sieve, SieveOf } from './search/runs';
import type { Tables } from './tables';
import type { GroupScope } from './visibility';

/** `table` as one to be joined by an index: with statistics from before a load, MariaDB has joined pairs by their group alone. */
export const joined = <Table extends string>(table: Table, index: string): Table =>
  hinted(table, `force index (${index})`);

type Direction = PageRequest['direction'];

export type LeaseMonth = 'start_month' | 'end_month';

/** Where the records of a group begin. */
export interface Head {
  readonly group_id: RowId;
  readonly id: RowId;
}

/** Numbers of rows. */
export interface Estimates {
  readonly found: readonly number[];
  readonly pairs: number;
  readonly units: number;
}

/** `table` read as `hint` says, which names an index; as the server chooses when there is none. */
function hinted<Table extends string>(table: Table, hint: string | undefined): Table {
  if (hint === undefined) return table;
  // Kysely takes an expression here as well; its types know the name alone.
  return sql.raw(`${table} ${hint}`) as unknown as Table;
}

/**
 * The records within a scope. Each method begins a query whose driving table is held to the scope;
 * a table joined to it is joined on `group_id` as well, so a record that changes its group meanwhile never slips in.
 */
export class VisibleRecords {
  constructor(
    private readonly db: Kysely<Tables>,
    readonly scope: GroupScope,
  ) {}

  leases(hint?: string) {
    return this.db.selectFrom(hinted('leases as l', hint)).where(this.scope.holds('l.group_id'));
  }

  tenants(hint?: string) {
    return this.db.selectFrom(hinted('tenants as t', hint)).where(this.scope.holds('t.group_id'));
  }

  units(hint?: string) {
    return this.db.selectFrom(hinted('units as u', hint)).where(this.scope.holds('u.group_id'));
  }

  leaseTenants(hint?: string) {
    return this.db.selectFrom(hinted('lease_tenants as p', hint)).where(this.scope.holds('p.group_id'));
  }

  /** Of these groups, the first tenant's paging id from a place on that has a lease; a group that has none is not in it. */
  firstTenants(from: RowId, direction: Direction): Promise<Head[]> {
    const id = sql.ref<RowId>('p.tenant_id');
    return this.leaseTenants('force index (lease_tenants_of_group)')
      .select(['p.group_id', (direction === 'forward' ? sql<RowId>`min(${id})` : sql<RowId>`max(${id})`).as('id')])
      .where(onward(id, from, direction))
      .groupBy('p.group_id')
      .execute();
  }

  /** The same for leases. */
  firstLeases(from: RowId, direction: Direction): Promise<Head[]> {
    const id = sql.ref<RowId>('l.id');
    return this.leases('force index (leases_of_group)')
      .select(['l.group_id', (direction === 'forward' ? sql<RowId>`min(${id})` : sql<RowId>`max(${id})`).as('id')])
      .where(onward(id, from, direction))
      .groupBy('l.group_id')
      .execute();
  }

  /** The years in which anyone moved in; of all groups, since one index step a year tells them. */
  async yearsOfMoveIn(first: number, last: number): Promise<number[]> {
    const { rows } = await sql<{ year: number }>`select distinct p.move_in_year as year
      from lease_tenants as p force index (lease_tenants_by_year) where p.move_in_year between ${first} and ${last}`.execute(
      this.db,
    );
    return rows.map(({ year }) => year);
  }

  /** The first month from `first` to `last` in which any lease starts, or ends; null: none. Of all groups, as above. */
  async firstMonth(column: LeaseMonth, first: number, last: number): Promise<number | null> {
    const { rows } = await sql<{ month: number | null }>`select min(${sql.ref(`l.${column}`)}) as month
      from leases as l where ${sql.ref(`l.${column}`)} between ${first} and ${last}`.execute(this.db);
    return rows[0]?.month ?? null;
  }

  /**
   * How many rows the server thinks that each query finds, and how many pairs and units there are; it reads none to say so.
   * Right for few rows, up to three times off for many. MySQL looks into an index after USE INDEX only, not after FORCE INDEX.
   */
  async estimates(queries: readonly Expression<unknown>[]): Promise<Estimates> {
    const sizes = [sql`select 1 from lease_tenants as p`, sql`select 1 from units as u`];
    const { rows } = await sql<{ id: number; rows: number | null }>`explain format = traditional ${union([
      ...queries,
      ...sizes,
    ])}`.execute(this.db);
    const found = [...queries, ...sizes].map((_, index) => Number(rows.find(({ id }) => id === index + 1)?.rows ?? 0));
    const [pairs = 0, units = 0] = found.splice(-2);
    return { found, pairs, units };
  }

  /** The number of distinct ids of the rows that pass; null above {@link COUNT_LIMIT}, and when there are more rows than `most`. */
  async count(rows: Expression<{ id: RowId }>, most: number, sieveOf: SieveOf | undefined): Promise<number | null> {
    const sieve = sieveOf?.('c');
    const passing = sieve === undefined ? sql`c.id` : sql`case when ${sieve.condition} then c.id end`;
    const counted = await sql<{ looked_at: number; total: number }>`
      select count(*) as looked_at, count(distinct ${passing}) as total from (${rows}) as c ${sieve?.joins ?? sql``}`.execute(
      this.db,
    );
    const { looked_at = 0, total = 0 } = counted.rows[0] ?? {};
    return looked_at > most || total > COUNT_LIMIT ? null : total;
  }

  /** The rows of several queries, by one statement. */
  async union<Row>(queries: readonly Expression<Row>[]): Promise<Row[]> {
    if (queries.length === 0) return [];
    return (await sql<Row>`${union(queries)}`.execute(this.db)).rows;
  }

  /**
   * The places of stretches of runs. A merge has to know how far it has come, so a row that is out of the scope or does not
   * pass the sieve is told as well: its paging id and that it does not match, nothing else.
   */
  async places(
    table: RunTable,
    runs: readonly Run[],
    stretches: readonly Stretch[],
    direction: Direction,
    sieve: SieveOf | undefined,
  ): Promise<Place[]> {
    const visible = runs.every(({ group }) => (group === undefined ? this.scope.isAll : this.scope.includes(group)));
    const armsWith = (what: ArmColumns) =>
      union(stretches.map((stretch) => arm(table, runs[stretch.run]!, stretch, direction, what)));
    if (visible) {
      const arms = armsWith(sieve === undefined ? {} : { sieve: sieve(table.alias) });
      const { rows } = await sql<{ run: number; id: RowId; matches?: number | null }>`${arms}`.execute(this.db);
      return rows.map(({ run, id, matches }) => ({ run, id, matches: sieve === undefined || matches === 1 }));
    }
    // The groups of a scope may be many: once for all arms, not in each.
    const { joins, condition } = sieve?.('c') ?? { joins: sql``, condition: sql<SqlBool>`true` };
    const arms = armsWith({ carried: ['group_id', ...table.carried] });
    const { rows } = await sql<{ run: number; id: RowId; matches: number | null }>`
      select c.run, c.id, (${this.scope.holds('c.group_id')} and ${condition}) as matches from (${arms}) as c ${joins}`.execute(
      this.db,
    );
    return rows.map(({ run, id, matches }) => ({ run, id, matches: matches === 1 }));
  }
}

const onward = (id: Expression<unknown>, from: RowId, direction: Direction): Expression<SqlBool> =>
  direction === 'forward' ? sql<SqlBool>`${id} >= ${from}` : sql<SqlBool>`${id} <= ${from}`;

/** Each arm keeps its own order and limit (an ORDER BY without brackets would rule the whole union). */
const union = <Row>(queries: readonly Expression<Row>[]) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  );

/** What an arm gives besides its run and the id: whether the row passes, or columns for a sieve outside. */
interface ArmColumns {
  readonly sieve?: Sieve;
  readonly carried?: readonly string[];
}

function arm(
  table: RunTable,
  run: Run,
  { run: number, from, to, limit }: Stretch,
  direction: Direction,
  { sieve, carried = [] }: ArmColumns,
) {
  const id = sql.ref(table.id);
  const conditions: Expression<SqlBool>[] = [
    ...(run.group === undefined ? [] : [sql<SqlBool>`${sql.ref(table.group)} = ${run.group}`]),
    ...(run.where === undefined ? [] : [run.where]),
    onward(id, from, direction),
    ...(to === undefined ? [] : [onward(id, to, direction === 'forward' ? 'backward' : 'forward')]),
  ];
  const columns = [
    sql`${sql.lit(number)} as run`,
    sql`${id} as id`,
    ...carried.map((column) => sql.ref(`${table.alias}.${column}`)),
    ...(sieve === undefined ? [] : [sql`(${sieve.condition}) as matches`]),
  ];
  return sql`select ${sql.join(columns)} from ${sql.raw(`${table.name} force index (${run.index})`)} ${sieve?.joins ?? sql``}
    where ${sql.join(conditions, sql` and `)} order by ${id} ${sql.raw(direction === 'forward' ? 'asc' : 'desc')} limit ${limit}`;
}
