/** Every query on records starts here, with the groups of its scope (`visibility.ts`). */

import { type Expression, type Kysely, sql } from 'kysely';

import { COUNT_PROBLEMS, type CountProblem, limitedCount, type RowId } from '../model/page';
import {
  execute,
  filled,
  listOf,
  type PreparedStatements,
  type SqlText,
  sqlText,
  type Statement,
  unionOf,
  withListAsSlot,
} from './statements';
import type { Climb } from './search/ladder';
import type { Tables } from './tables';
import type { GroupScope } from './visibility';

/** The hint to read a table by an index. */
export const by = (index: string): string => `force index (${index})`;

/** `table`, to be joined by an index. Otherwise MariaDB may join pairs by their group alone if its statistics are outdated. */
export const joined = <Table extends string>(table: Table, index: string): Table => hinted(table, by(index));

/** For rows whose ids are listed. Otherwise MariaDB may read whole groups of a small table. */
export const BY_ID = by('primary');

/** Rows that a total count reads at most. */
export const MAX_COUNTED = 13_000;

/**
 * A query whose text is made once if it has a name. A name stands for one text, in which only the values of slots change. The
 * program has a fixed number of names: a name never contains a value of a request.
 */
export interface Prepared<Row> {
  /** Absent if there are too many texts to keep them. */
  readonly name?: string | undefined;
  /** Called for a name that is new. */
  readonly build: (records: VisibleRecords) => Statement<Row>;
  /** A value for each slot. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A query whose rows are counted. */
export interface Counted extends Omit<Prepared<never>, 'build'> {
  readonly build: (records: VisibleRecords) => Expression<{ id: RowId | null }>;
}

/** The turns of a caller's statements. */
export interface Turns {
  /** Undefined when it is the statement's turn, otherwise a promise. @throws {ServiceError} `overloaded` */
  acquire(statement: object): Promise<void> | undefined;
  release(statement: object): void;
}

/** What all queries share. */
export interface Shared {
  readonly statements: PreparedStatements;
  readonly climb: Climb;
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
    private readonly shared: Shared,
    private readonly turns: Turns | undefined,
  ) {}

  /** How a search climbs (`search/ladder.ts`). */
  get climb(): Climb {
    return this.shared.climb;
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

  leasesOf(page: Expression<{ id: RowId }>) {
    return this.#after(page)
      .innerJoin(joined('leases as l', 'primary'), 'l.id', 'page.id')
      .where(this.scope.holds('l.group_id'));
  }

  tenantsOf(page: Expression<{ id: RowId }>) {
    return this.#after(page)
      .innerJoin(joined('tenants as t', 'primary'), 't.id', 'page.id')
      .where(this.scope.holds('t.group_id'));
  }

  /** The ids of a page, before the records that have them. */
  #after(page: Expression<{ id: RowId }>) {
    return this.db.selectFrom(sql<{ id: RowId }>`${page}`.as('page')).modifyFront(sql`straight_join`);
  }

  /**
   * The pairs of all groups by the month of their move-in, for the first ids of months. These only tell a search how many ids it
   * can leave out: no record is read, and no answer depends on them (decision 32).
   */
  pairsByMonth() {
    return this.db.selectFrom(hinted('lease_tenants as p', 'force index (lease_tenants_by_month)'));
  }

  /** A number for each query, by its name, in one statement. @param from a query for a row whose columns the queries may name */
  async numbers(
    queries: Readonly<Record<string, SqlText>>,
    from?: SqlText,
  ): Promise<Readonly<Record<string, number | null>>> {
    const columns = Object.entries(queries).map(([name, query]) => ({ ...query, sql: `(${query.sql}) as ${name}` }));
    const row = sqlText`select ${listOf(columns, ', ')}`;
    const [numbers = {}] = await this.#run<Record<string, number | null>>(
      from ? sqlText`${row} from (${from}) as chosen` : row,
    );
    return numbers;
  }

  /** The text of a query that is made once: once for scopes that list groups, once for the scope of all. */
  text<Row>(query: Prepared<Row>): SqlText {
    return filled(this.#compiled(query), { ...query.values, groups: this.scope.listed });
  }

  /** The text of a query for each group of the scope. */
  textsOfGroups<Row>(query: Prepared<Row>): SqlText[] {
    const text = this.#compiled(query);
    return this.scope.listed.map((group) => filled(text, { ...query.values, groups: [group] }));
  }

  /** The same for {@link pairsByMonth}, which has no scope. */
  textOfMonths<Row>({ name, build, values }: Prepared<Row>): SqlText {
    return filled(
      this.shared.statements.compiled(this.db, name, () => build(this)),
      values,
    );
  }

  /** The rows of a query whose text is made once. */
  async prepared<Row>(query: Prepared<Row>): Promise<Row[]> {
    return this.scope.isEmpty ? [] : this.#run(this.text(query));
  }

  /**
   * The rows of several such queries, in one statement. Each keeps its own order and limit: without brackets, an ORDER BY would
   * apply to the whole union.
   */
  async preparedUnion<Row>(queries: readonly Prepared<Row>[]): Promise<Row[]> {
    if (this.scope.isEmpty || queries.length === 0) return [];
    return this.#run(unionOf(queries.map((query) => this.text(query))));
  }

  /**
   * The number of distinct ids, without null, or why they are not counted. The number of rows decides first: which of them were
   * read is not determined.
   */
  async count({ build, ...query }: Counted, most: number): Promise<number | CountProblem> {
    const [{ read, total } = { read: 0, total: 0 }] = await this.prepared({
      ...query,
      build: (records) =>
        records.db
          .selectFrom(sql<{ id: RowId | null }>`${build(records)}`.as('c'))
          .select((eb) => [eb.fn.countAll<number>().as('read'), eb.fn.count<number>('c.id').distinct().as('total')]),
    });
    return read > most ? COUNT_PROBLEMS.TOO_MANY_ROWS : limitedCount(total);
  }

  async #run<Row>(text: SqlText): Promise<Row[]> {
    const statement = {};
    try {
      const turn = this.turns?.acquire(statement);
      if (turn !== undefined) await turn;
      return await execute<Row>(this.db, text);
    } finally {
      this.turns?.release(statement);
    }
  }

  /** The list of groups is a value of each call. */
  #compiled<Row>({ name, build }: Prepared<Row>): SqlText {
    const { isAll, listed } = this.scope;
    return this.shared.statements.compiled(this.db, name && `${name} of ${isAll ? 'all groups' : 'groups'}`, () =>
      isAll ? build(this) : withListAsSlot(build(this), listed, 'groups'),
    );
  }
}
