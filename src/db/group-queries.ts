import type { Kysely } from 'kysely';

import { COUNT_LIMIT, type PageRequest, type RowId } from '../model/page';
import type { Group } from '../model/records';
import { inOrder, type Listing } from './listing';
import { among } from './match-keys';
import { GROUP_COLUMNS, toGroup } from './rows';
import { pageOf } from './statements';
import type { AccessTables } from './tables';
import type { GroupScope } from './visibility';

/** The groups within a scope. */
export function groupsWithin(db: Kysely<AccessTables>, scope: GroupScope): Listing<Group> {
  return {
    ids: async (bounds) => (await idsWithin(db, scope, bounds).execute()).map(({ id }) => id),
    records: (ids) => groupsById(db, scope, ids),
    async count() {
      const all = idsWithin(db, scope, { direction: 'forward', limit: COUNT_LIMIT + 1 });
      const { total } = await db
        .selectFrom(all.as('counted'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total > COUNT_LIMIT ? null : total;
    },
  };
}

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
