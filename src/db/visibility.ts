/**
 * Record visibility. No query on units, tenants or leases can start without a scope: these tables are reachable only through
 * `VisibleRecords`, and a scope is made only from the grant of a token (contract 5.5, decision 30).
 */

import { type Expression, type Kysely, sql, type SqlBool } from 'kysely';

import type { GroupGrant } from '../model/caller';
import type { RowId } from '../model/page';
import type { GroupRef } from '../model/criteria';
import { among, bytes } from './match-keys';
import type { AccessTables } from './tables';

/** The groups whose records an answer may contain. An empty list is no group, never “no filter”. */
export class GroupScope {
  static readonly #all = new GroupScope('all');

  private constructor(private readonly groupIds: readonly RowId[] | 'all') {}

  /** The scope of a grant. */
  static async of(db: Kysely<AccessTables>, grant: GroupGrant): Promise<GroupScope> {
    switch (grant.kind) {
      case 'all':
        return GroupScope.#all;
      case 'listed':
        return new GroupScope(await listedGroups(db, grant.identifiers));
      // Their identifiers may have changed since the token was read.
      case 'stored':
        return new GroupScope(grant.groupIds);
      case 'memberships': {
        const { allGroups, groupIds } = await groupsOfSubject(db, grant.subject);
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

  /** The row ids of the groups, each once: the list that {@link holds} puts into a statement. None for the scope of all. */
  get listed(): readonly RowId[] {
    return this.groupIds === 'all' ? [] : this.groupIds;
  }

  /**
   * The scope of the group that a request names, within this scope. It is empty both for a group that does not exist and for
   * one that the caller may not see (decision 11).
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

  /** The condition that `column`, the row id of a group, is within this scope. */
  holds(column: string): Expression<SqlBool> {
    if (this.groupIds === 'all') return sql<SqlBool>`true`;
    return among(column, this.groupIds);
  }
}

async function listedGroups(db: Kysely<AccessTables>, identifiers: readonly string[]): Promise<RowId[]> {
  if (identifiers.length === 0) return [];
  const rows = await db
    .selectFrom('groups as g')
    .select('g.id')
    .where(
      among(
        'g.identifier_key',
        identifiers.map((text) => Buffer.from(text)),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

async function groupsOfSubject(db: Kysely<AccessTables>, subject: string) {
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
