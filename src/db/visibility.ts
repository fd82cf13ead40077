/**
 * The wall. No query on units, tenants or leases can be begun without a scope: the tables are reachable only through
 * {@link VisibleRecords}, and a scope is made only from what a token grants (contract 5.5, decision 30).
 */

import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { GroupGrant } from '../model/caller';
import type { RowId } from '../model/page';
import type { GroupRef } from '../model/questions';
import { bytes } from './match-keys';
import type { AccessTables, Tables } from './tables';

/** The groups that one answer may draw on. An empty list is no group, never “no filter”. */
export class GroupScope {
  static readonly #all = new GroupScope('all');

  private constructor(private readonly groupIds: readonly RowId[] | 'all') {}

  /** The scope of everything that `grant` lets the caller see. */
  static async of(db: Kysely<AccessTables>, grant: GroupGrant): Promise<GroupScope> {
    switch (grant.kind) {
      case 'all':
        return GroupScope.#all;
      case 'listed':
        return new GroupScope(await listedGroups(db, grant.identifiers));
      case 'memberships': {
        const { allGroups, groupIds } = await membershipsOf(db, grant.subject);
        return allGroups ? GroupScope.#all : new GroupScope(groupIds);
      }
    }
  }

  get isEmpty(): boolean {
    return this.groupIds !== 'all' && this.groupIds.length === 0;
  }

  get isAll(): boolean {
    return this.groupIds === 'all';
  }

  /**
   * What is left of this scope when a request names a group. One that does not exist and one that the caller may not see
   * leave the same: nothing (decision 11).
   */
  async narrowedTo(db: Kysely<AccessTables>, ref: GroupRef): Promise<GroupScope> {
    const key = ref.by === 'identifier' ? 'identifier_key' : 'external_ref_key';
    const rows = await db
      .selectFrom('groups as g')
      .select('g.id')
      .where(`g.${key}`, '=', bytes(ref.value))
      .where(this.holds('g.id'))
      .execute();
    return new GroupScope(rows.map(({ id }) => id));
  }

  /** The condition that a column holding a group's row id is within this scope. */
  holds(column: string): Expression<SqlBool> {
    if (this.groupIds === 'all') return sql<SqlBool>`true`;
    if (this.groupIds.length === 0) return sql<SqlBool>`false`;
    return sql<SqlBool>`${sql.ref(column)} in (${sql.join(this.groupIds)})`;
  }
}

async function listedGroups(db: Kysely<AccessTables>, identifiers: readonly string[]): Promise<RowId[]> {
  if (identifiers.length === 0) return [];
  const keys = identifiers.map(bytes);
  const rows = await db.selectFrom('groups as g').select('g.id').where('g.identifier_key', 'in', keys).execute();
  return rows.map(({ id }) => id);
}

async function membershipsOf(db: Kysely<AccessTables>, subject: string) {
  const rows = await db
    .selectFrom('callers as c')
    .leftJoin('caller_groups as m', 'm.caller_id', 'c.id')
    .select(['c.all_groups', 'm.group_id'])
    .where('c.subject_key', '=', bytes(subject))
    .execute();
  return {
    allGroups: rows.some(({ all_groups }) => all_groups === 1),
    groupIds: rows.map(({ group_id }) => group_id).filter((id) => id !== null),
  };
}

/**
 * The records within a scope. Each method begins a query whose driving table is held to the scope;
 * a table joined to it is joined on `group_id` as well, so a record that changes its group meanwhile never slips in.
 */
export class VisibleRecords {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly scope: GroupScope,
  ) {}

  leases() {
    return this.db.selectFrom('leases as l').where(this.scope.holds('l.group_id'));
  }

  tenants() {
    return this.db.selectFrom('tenants as t').where(this.scope.holds('t.group_id'));
  }

  leaseTenants() {
    return this.db.selectFrom('lease_tenants as p').where(this.scope.holds('p.group_id'));
  }

  /** The number of rows of a query that was begun here. */
  async total<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
    const [total = 0] = await this.totals([query]);
    return total;
  }

  /** The numbers of rows of several such queries, in their order, by one statement. */
  async totals<DB, TB extends keyof DB, O>(queries: readonly SelectQueryBuilder<DB, TB, O>[]): Promise<number[]> {
    if (queries.length === 0) return [];
    const counts = queries.map(
      (query, index) => sql`(select count(*) from (${query}) as q) as ${sql.ref(String(index))}`,
    );
    const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(this.db);
    return queries.map((_, index) => rows[0]?.[index] ?? 0);
  }

  /** The rows of several such queries, by one statement. */
  async union<DB, TB extends keyof DB, O>(queries: readonly SelectQueryBuilder<DB, TB, O>[]): Promise<O[]> {
    if (queries.length === 0) return [];
    const arms = queries.map((query) => sql`(${query})`);
    return (await sql<O>`${sql.join(arms, sql` union all `)}`.execute(this.db)).rows;
  }
}
