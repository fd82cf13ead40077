/** The groups within a scope. */

import type { Kysely } from 'kysely';

import { COUNT_LIMIT, limitedCount, type PageRequest, type RowId } from '../model/page';
import type { Group } from '../model/records';
import { among } from './match-keys';
import { GROUP_COLUMNS, inOrder, toGroup } from './rows';
import { pageOf } from './statements';
import type { AccessTables } from './tables';
import type { GroupScope } from './visibility';

/** All of them, of which any page can be read. */
export const groupsWithin = (db: Kysely<AccessTables>, scope: GroupScope) => ({
  ids: async (bounds: PageRequest) => (await idsWithin(db, scope, bounds).execute()).map(({ id }) => id),
  records: (ids: readonly RowId[]) => groupsById(db, scope, ids),
  async count() {
    const all = idsWithin(db, scope, { direction: 'forward', limit: COUNT_LIMIT + 1 });
    const { total } = await db
      .selectFrom(all.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return limitedCount(total);
  },
});

const idsWithin = (db: Kysely<AccessTables>, scope: GroupScope, bounds: PageRequest) =>
  pageOf(db.selectFrom('groups as g').select('g.id').where(scope.holds('g.id')), 'g.id', bounds);

/** The visible groups with these row ids, in the order of the ids. */
export async function groupsById(db: Kysely<AccessTables>, scope: GroupScope, ids: readonly RowId[]): Promise<Group[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('groups as g')
    .select(GROUP_COLUMNS)
    .where(scope.holds('g.id'))
    .where(among('g.id', ids))
    .execute();
  return inOrder(ids, rows.map(toGroup));
}
