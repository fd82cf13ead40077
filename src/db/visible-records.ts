/** Every query on records starts here, with the groups of its scope (`visibility.ts`). */

import { type Expression, type Kysely, sql } from 'kysely';

import { COUNT_PROBLEMS, type CountProblem, limitedCount, type RowId } from '../model/page';
import { type PreparedStatement, type PreparedStatements, type Statement, withListAsSlot } from './statements';
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

/** A query whose text is made once. Two queries that differ in more than the values of slots need two names. */
export interface Prepared<Row> extends Omit<PreparedStatement<Row>, 'build'> {
  readonly build: (records: VisibleRecords) => Statement<Row>;
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

  /** The records of each group by itself. */
  get ofEachGroup(): VisibleRecords[] {
    return this.scope.each.map((group) => new VisibleRecords(this.db, group, this.shared));
  }

  /**
   * The pairs of all groups by the month of their move-in, for the first ids of months. These only tell a search how many ids it
   * can leave out: no record is read, and no answer depends on them (decision 32).
   */
  pairsByMonth() {
    return this.db.selectFrom(hinted('lease_tenants as p', 'force index (lease_tenants_by_month)'));
  }

  /** The values of lists of queries for one number each, in one statement. */
  async values(lists: readonly (readonly Expression<unknown>[])[]): Promise<(number | null)[][]> {
    const columns = lists.flat().map((query, nth) => sql<number | null>`(${query})`.as(`value_${nth}`));
    if (columns.length === 0) return lists.map(() => []);
    const row: Readonly<Record<string, number | null>> = await this.db.selectNoFrom(columns).executeTakeFirstOrThrow();
    let nth = 0;
    return lists.map((queries) => queries.map(() => row[`value_${nth++}`] ?? null));
  }

  /** The rows of a query whose text is made once: once for scopes that list groups, once for the scope of all. */
  async prepared<Row>(query: Prepared<Row>): Promise<Row[]> {
    return this.scope.isEmpty ? [] : this.shared.statements.run(this.db, this.#withGroups(query));
  }

  /** The rows of several such queries, in one statement. */
  async preparedUnion<Row>(queries: readonly Prepared<Row>[]): Promise<Row[]> {
    if (this.scope.isEmpty) return [];
    return this.shared.statements.union(
      this.db,
      queries.map((query) => this.#withGroups(query)),
    );
  }

  /**
   * The number of distinct ids, without null, or why they are not counted. The number of rows decides first: which of them were
   * read is not determined.
   */
  async count(rows: Expression<{ id: RowId | null }>, most: number): Promise<number | CountProblem> {
    const { read, total } = await this.db
      .selectFrom(sql<{ id: RowId | null }>`(${rows})`.as('c'))
      .select((eb) => [eb.fn.countAll<number>().as('read'), eb.fn.count<number>('c.id').distinct().as('total')])
      .executeTakeFirstOrThrow();
    return read > most ? COUNT_PROBLEMS.TOO_MANY_ROWS : limitedCount(total);
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
}
