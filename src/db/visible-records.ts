/** Every query on records starts here, with the groups of its scope (`visibility.ts`). */

import { CompiledQuery, type Expression, type Kysely, sql, type SqlBool } from 'kysely';

import { COUNT_LIMIT, type RowId } from '../model/page';
import { type Estimates, estimatedRows } from './estimates';
import { ofGroup } from './match-keys';
import { type FoundTenant, tenantsOfIds } from './found-tenants';
import { wasLost } from './pool/failures';
import { type Densities, densitiesOf, type QueryMemory, type TableWithIds } from './query-memory';
import {
  branchOf,
  filteredUnion,
  type FoundRow,
  type FilterText,
  type Direction,
  groupIndex,
  PAIRS_BY_TENANT,
  type Head,
  type StreamRow,
  type SortedStream,
  type StreamTable,
  type ResidualFilter,
  type StreamFilter,
  type Batch,
} from './sorted-streams';
import {
  compiled,
  type Fragment,
  type PreparedStatement,
  type Statement,
  unionOfTexts,
  withListAsSlot,
} from './statements';
import type { Tables } from './tables';
import type { GroupScope } from './visibility';

/** `table`, to be joined by an index. Otherwise MariaDB may join pairs by their group alone if its statistics are outdated. */
export const joined = <Table extends string>(table: Table, index: string): Table =>
  hinted(table, `force index (${index})`);

/** For rows with given ids. Otherwise MariaDB may read whole groups of a small table. */
export const BY_ID = 'force index (primary)';

/** A query whose text is made once. Two queries that differ in more than the values of slots need two names. */
export interface Prepared<Row> extends Omit<PreparedStatement<Row>, 'build'> {
  readonly build: (records: VisibleRecords) => Statement<Row>;
}

/** For streams that have no filter of their own, but rows of other groups. */
const EVERY_ROW: StreamFilter = {
  name: 'every row',
  columns: [],
  on: () => ({ joins: sql``, condition: sql<SqlBool>`true` }),
};

type FoundPair = Readonly<Record<'tenant_id' | 'lease_id' | 'group_id', RowId>>;

export type LeaseMonth = 'start_month' | 'end_month';

/** `table` with an index hint. Without a hint, the server chooses the index. */
function hinted<Table extends string>(table: Table, hint: string | undefined): Table {
  if (hint === undefined) return table;
  // Kysely accepts an expression here, but its types know only the name.
  return sql.raw(`${table} ${hint}`) as unknown as Table;
}

/**
 * The records within a scope. Each method starts a query whose first table is limited to the scope. Other tables are joined
 * on `group_id` as well, so a record that moves to another group in the meantime is never in the answer of a statement.
 */
export class VisibleRecords {
  constructor(
    private readonly db: Kysely<Tables>,
    readonly scope: GroupScope,
    private readonly memory: QueryMemory,
  ) {}

  get longestWalk(): number {
    return this.memory.longestWalk;
  }

  /** What earlier searches of the same groups have found. It only decides how a page is read. */
  get densities(): Densities {
    return densitiesOf(this.memory, this.scope.listed);
  }

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

  /** The leases of pairs. The pairs are read first. */
  leasesOf(pairs: Expression<FoundPair>) {
    return this.db
      .selectFrom(sql<FoundPair>`${pairs}`.as('w'))
      .innerJoin(joined('leases as l', 'primary'), (on) =>
        on.onRef('l.id', '=', 'w.lease_id').on(ofGroup('l.group_id', 'w.group_id')),
      )
      .where(this.scope.holds('w.group_id'))
      .modifyFront(sql`straight_join`);
  }

  /** The rows of a query whose text is made once: once for scopes that list groups, once for the scope of all. */
  async prepared<Row>(query: Prepared<Row>): Promise<Row[]> {
    const { db, scope, memory } = this;
    return scope.isEmpty ? [] : memory.statements.run(db, this.#withGroups(query));
  }

  /** The rows of several such queries, in one statement. */
  async preparedUnion<Row>(queries: readonly Prepared<Row>[]): Promise<Row[]> {
    const { db, scope, memory } = this;
    if (scope.isEmpty) return [];
    return memory.statements.union(
      db,
      queries.map((query) => this.#withGroups(query)),
    );
  }

  /** As a statement that serves every scope of its kind: the list of groups is a value of each call. */
  #withGroups<Row>({ name, build, values }: Prepared<Row>): PreparedStatement<Row> {
    const { isAll, listed } = this.scope;
    return {
      ...(name !== undefined && { name: `${name} of ${isAll ? 'all groups' : 'groups'}` }),
      build: () => (isAll ? build(this) : withListAsSlot(build(this), listed, 'groups')),
      values: { ...values, groups: listed },
    };
  }

  /** For each group within the scope, its first tenant with a lease from `from` on. Groups without one are left out. */
  async heads(from: RowId, direction: Direction): Promise<Head[]> {
    const isForward = direction === 'forward';
    const id = sql.ref<RowId>('p.tenant_id');
    return this.leaseTenants(`force index (${groupIndex(PAIRS_BY_TENANT)})`)
      .select(['p.group_id', sql<RowId>`${sql.raw(isForward ? 'min' : 'max')}(${id})`.as('id')])
      .where(id, isForward ? '>=' : '<=', from)
      .groupBy('p.group_id')
      .execute();
  }

  /** Runs `work`, whose statements all see the database as the first one does. Runs it again if its connection is lost. */
  async inSnapshot<Result>(work: (records: VisibleRecords) => Promise<Result>): Promise<Result> {
    // The whole request reads one snapshot already.
    if (this.db.isTransaction) return work(this);
    const within = () =>
      this.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((snapshot) => work(new VisibleRecords(snapshot, this.scope, this.memory)));
    try {
      return await within();
    } catch (failure) {
      if (!wasLost(failure) || !this.memory.retries.spend()) throw failure;
      return within();
    }
  }

  /** The years in which anyone moved in, up to a minute old. They are of all groups: that takes one index step a year. */
  yearsOfMoveIn(): Promise<readonly number[]> {
    return this.memory.years.value(async () => {
      const { rows } = await sql<{ year: number }>`select distinct p.move_in_year as year
        from lease_tenants as p force index (lease_tenants_by_year) where p.move_in_year > 0`.execute(this.db);
      return rows.map(({ year }) => year).sort((a, b) => a - b);
    });
  }

  /** The last paging id of a table, up to a minute old. It is of all groups, and only decides how a page is read. */
  lastId(table: TableWithIds): Promise<RowId> {
    return this.memory.lastIds[table].value(async () => {
      const { rows } = await sql<{ id: RowId | null }>`select max(id) as id from ${sql.table(table)}`.execute(this.db);
      return rows[0]?.id ?? 0;
    });
  }

  /** The share of all rows that are visible: 0 to 1, if groups are equally large. */
  async groupShare(): Promise<number> {
    const { isAll, listed } = this.scope;
    return isAll ? 1 : Math.min(1, listed.length / Math.max(1, await this.lastId('groups')));
  }

  /** The first month from `first` to `last` in which a lease of any group starts, or ends. Null if there is none. */
  async firstMonth(column: LeaseMonth, first: number, last: number): Promise<number | null> {
    const { rows } = await sql<{ month: number | null }>`select min(${sql.ref(`l.${column}`)}) as month
      from leases as l where ${sql.ref(`l.${column}`)} between ${first} and ${last}`.execute(this.db);
    return rows[0]?.month ?? null;
  }

  /** {@link estimatedRows} */
  estimates(queries: readonly Expression<unknown>[]): Promise<Estimates> {
    return estimatedRows(this.db, queries);
  }

  /** The number of distinct ids of the rows that pass. Null above {@link COUNT_LIMIT}, and for more than `most` rows. */
  async count(
    rows: Expression<{ id: RowId }>,
    most: number,
    filter: ResidualFilter | undefined,
  ): Promise<number | null> {
    const passing = filter === undefined ? sql`c.id` : sql`case when ${filter.condition} then c.id end`;
    const counted = await sql<{ looked_at: number; total: number }>`
      select count(*) as looked_at, count(distinct ${passing}) as total from (${rows}) as c ${filter?.joins ?? sql``}`.execute(
      this.db,
    );
    const { looked_at = 0, total = 0 } = counted.rows[0] ?? {};
    return looked_at > most || total > COUNT_LIMIT ? null : total;
  }

  /**
   * The rows of several batches. A merge must know how far it has read. So for a row outside the scope, or one that does not
   * pass the filter, it gets the paging id and the information that it does not match, and nothing else.
   * @param beside further rows, read in the same statement; only with a filter
   */
  async read(
    table: StreamTable,
    streams: readonly SortedStream[],
    batches: readonly Batch[],
    direction: Direction,
    filter: StreamFilter | undefined,
    beside?: Prepared<FoundRow>,
  ): Promise<StreamRow[]> {
    if (this.scope.isEmpty) return [];
    const visible = streams.every(({ group }) => (group === undefined ? this.scope.isAll : this.scope.includes(group)));
    const others = beside === undefined ? [] : [this.#fragment(beside)];
    const branchesWith = (what: FilterText | readonly string[]) =>
      batches.map((batch) => branchOf(table, streams[batch.stream]!, batch, direction, what));
    if (visible && filter === undefined) return this.#rowsOf(unionOfTexts([...branchesWith([]), ...others]));
    if (visible && filter !== undefined && batches.length === 1) {
      const passing = this.#filterText(filter, table.alias);
      return this.#rowsOf(unionOfTexts([...branchesWith(passing), ...others]));
    }
    const branches = branchesWith(['group_id', ...(filter?.columns ?? [])]);
    const union = filteredUnion(unionOfTexts(branches), this.#visibleFilterText(filter ?? EVERY_ROW));
    return this.#rowsOf(others.length === 0 ? union : unionOfTexts([union, ...others]));
  }

  #filterText(filter: StreamFilter, row: 'p' | 'l' | 'c'): FilterText {
    const { db, memory } = this;
    const { name, values = {} } = filter;
    const part = (which: keyof ResidualFilter) =>
      memory.statements.fragment(db, {
        ...(name !== undefined && { name: `${which} of ${name} on ${row}` }),
        build: () => sql`${filter.on(row)[which]}`,
        values,
      });
    return { joins: part('joins'), condition: part('condition') };
  }

  /** For a union of streams: with the scope, whose groups are listed once and not in each branch. */
  #visibleFilterText(filter: StreamFilter): FilterText {
    const { joins, condition } = this.#filterText(filter, 'c');
    const visible = this.#fragment({
      name: 'a row of streams',
      build: ({ scope }) => sql`${scope.holds('c.group_id')}`,
      values: {},
    });
    const text = `${visible.text} and ${condition.text}`;
    return { joins, condition: { text, values: [...visible.values, ...condition.values] } };
  }

  /** The visible tenants of several queries for ids, and the rows of another query beside them. In any order. */
  async readTenants(ids: readonly Prepared<{ id: RowId }>[], beside?: Prepared<FoundTenant>): Promise<FoundTenant[]> {
    if (this.scope.isEmpty) return [];
    const queries = ids.map((query) => this.#fragment(query));
    const found = tenantsOfIds(queries, compiled(this.scope.holds('t.group_id'), this.db));
    const { text, values } = beside === undefined ? found : unionOfTexts([found, this.#fragment(beside)]);
    return (await this.db.executeQuery<FoundTenant>(CompiledQuery.raw(text, [...values]))).rows;
  }

  #fragment<Row>(query: Prepared<Row>): Fragment {
    return this.memory.statements.fragment(this.db, this.#withGroups(query));
  }

  async #rowsOf({ text, values }: Fragment): Promise<StreamRow[]> {
    const { rows } = await this.db.executeQuery<FoundRow>(CompiledQuery.raw(text, [...values]));
    return rows.map(({ run, id, matches = 1 }) => ({ stream: run, id, matches: matches === 1 }));
  }
}
