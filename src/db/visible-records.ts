/** Every query on records starts here, with the groups of its scope (`visibility.ts`). */

import { CompiledQuery, type Expression, type Kysely, sql, type SqlBool } from 'kysely';

import { COUNT_LIMIT, type RowId } from '../model/page';
import { ofGroup } from './match-keys';
import { type FoundTenant, tenantsOfIds } from './found-tenants';
import { type RetryBudget, wasLost } from './pool/failures';
import type { Remembered } from './remembered';
import {
  branchOf,
  filteredUnion,
  type FoundRow,
  type FilterText,
  type Direction,
  type GroupedTable,
  groupIndex,
  type Head,
  type StreamRow,
  type SortedStream,
  type StreamTable,
  type ResidualFilterOf,
  type Batch,
} from './sorted-streams';
import {
  compiled,
  type Fragment,
  startingAt,
  type PreparedStatement,
  type PreparedStatements,
  type Statement,
  union,
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

/** What all queries share. It is never part of an answer. */
export interface QueryMemory {
  readonly statements: PreparedStatements;
  readonly years: Remembered<readonly number[]>;
  readonly lastIds: Readonly<Record<TableWithIds, Remembered<RowId>>>;
  readonly retries: RetryBudget;
  /** Rows that a walk through a table passes at most. */
  readonly longestWalk: number;
}

/** A query whose text is made once. Two queries that differ in more than the values of slots need two names. */
export interface Prepared<Row> extends Omit<PreparedStatement<Row>, 'build'> {
  readonly build: (records: VisibleRecords) => Statement<Row>;
}

type FoundPair = Readonly<Record<'tenant_id' | 'lease_id' | 'group_id', RowId>>;

export type TableWithIds = 'tenants' | 'leases' | 'groups';

export type LeaseMonth = 'start_month' | 'end_month';

/** Numbers of rows: of each query, and of the tables. */
export interface Estimates {
  readonly found: readonly number[];
  readonly pairs: number;
  readonly units: number;
  readonly tenants: number;
  readonly leases: number;
}

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

  /** For each group within the scope, the first paging id from `from` on. Groups without one are left out. */
  async heads(table: GroupedTable, from: RowId, direction: Direction): Promise<Head[]> {
    const { name, alias } = table;
    const group = sql.ref(`${alias}.group_id`);
    const id = sql.ref(`${alias}.${table.id}`);
    const { rows } = await sql<Head>`
      select ${group} as group_id, ${sql.raw(direction === 'forward' ? 'min' : 'max')}(${id}) as id
      from ${sql.raw(`${name} as ${alias} force index (${groupIndex(table)})`)}
      where ${this.scope.holds(`${alias}.group_id`)} and ${startingAt(id, from, direction)} group by ${group}`.execute(
      this.db,
    );
    return rows;
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

  /** The first month from `first` to `last` in which a lease of any group starts, or ends. Null if there is none. */
  async firstMonth(column: LeaseMonth, first: number, last: number): Promise<number | null> {
    const { rows } = await sql<{ month: number | null }>`select min(${sql.ref(`l.${column}`)}) as month
      from leases as l where ${sql.ref(`l.${column}`)} between ${first} and ${last}`.execute(this.db);
    return rows[0]?.month ?? null;
  }

  /**
   * How many rows the server expects each query of one table to find. It reads none of them.
   * MySQL estimates from an index after USE INDEX, but not after FORCE INDEX.
   */
  async estimates(queries: readonly Expression<unknown>[]): Promise<Estimates> {
    const tables = [sql`lease_tenants as p`, sql`units as u`, sql`tenants as t`, sql`leases as l`];
    const { rows } = await sql<{ id: number; table: string; rows: number | null }>`explain format = traditional ${union(
      [...queries, ...tables.map((table) => sql`select 1 from ${table}`)],
    )}`.execute(this.db);
    const expected = [...queries, ...tables].map((_, index) => rows.find(({ id }) => id === index + 1));
    const sizes = expected.splice(-tables.length).map((row) => Number(row?.rows ?? 0));
    const [pairs = 0, units = 0, tenants = 0, leases = 0] = sizes;
    const sizeOf: Readonly<Record<string, number>> = { p: pairs, u: units, t: tenants, l: leases };
    const found = expected.map((row) => likelyRows(Number(row?.rows ?? 0), sizeOf[row?.table ?? ''] ?? Infinity));
    return { found, pairs, units, tenants, leases };
  }

  /** The number of distinct ids of the rows that pass. Null above {@link COUNT_LIMIT}, and for more than `most` rows. */
  async count(
    rows: Expression<{ id: RowId }>,
    most: number,
    filterOf: ResidualFilterOf | undefined,
  ): Promise<number | null> {
    const filter = filterOf?.('c');
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
    filter: ResidualFilterOf | undefined,
    beside?: Prepared<FoundRow>,
  ): Promise<StreamRow[]> {
    const visible = streams.every(({ group }) => (group === undefined ? this.scope.isAll : this.scope.includes(group)));
    const text = (part: Expression<unknown>) => compiled(part, this.db);
    const others = beside === undefined ? [] : [this.#fragment(beside)];
    const branchesWith = (what: FilterText | 'key' | undefined) =>
      batches.map((batch) => branchOf(table, streams[batch.stream]!, batch, direction, what));
    if (visible && (filter === undefined || batches.length === 1)) {
      const own = filter?.(table.alias);
      const passing = own && { joins: text(own.joins), condition: text(own.condition) };
      return this.#rowsOf(unionOfTexts([...branchesWith(passing), ...others]));
    }
    const { joins, condition } = filter?.('q') ?? { joins: sql``, condition: sql<SqlBool>`true` };
    const passing = {
      joins: text(joins),
      // A scope may have many groups, so they are listed once and not in each branch.
      condition: text(sql`${this.scope.holds('q.group_id')} and ${condition}`),
    };
    const union = filteredUnion(table, unionOfTexts(branchesWith('key')), passing);
    return this.#rowsOf(others.length === 0 ? union : unionOfTexts([union, ...others]));
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

/**
 * InnoDB counts the rows of a range on up to ten pages. For a larger range it doubles its estimate, up to half of the table.
 * @param size rows of the table
 */
function likelyRows(estimate: number, size: number): number {
  return estimate >= 0.49 * size ? estimate : Math.max(Math.min(estimate, 5_000), estimate / 2);
}
