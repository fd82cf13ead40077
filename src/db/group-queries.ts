import type { Kysely } from 'kysely';

import type { RowId } from '../model/page';
import type { Group } from '../model/records';
import { type Listing, listingOf } from './listing';
import { GROUP_COLUMNS, toGroup } from './rows';
import type { AccessTables } from './tables';
import type { GroupScope } from './visibility';

/** The groups within a scope. */
export function groupsWithin(db: Kysely<AccessTables>, scope: GroupScope): Listing<Group> {
  return listingOf(groupRows(db, scope), 'g.id', {
    hydrate: async (page) => (await page.execute()).map(toGroup),
    async total(query) {
      const { total } = await db
        .selectFrom(query.as('counted'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  });
}

/** The visible ones of the groups with these row ids, in no order. */
export async function groupsById(db: Kysely<AccessTables>, scope: GroupScope, ids: readonly RowId[]): Promise<Group[]> {
  if (ids.length === 0) return [];
  return (await groupRows(db, scope).where('g.id', 'in', ids).execute()).map(toGroup);
}

function groupRows(db: Kysely<AccessTables>, scope: GroupScope) {
  return db.selectFrom('groups as g').select(GROUP_COLUMNS).where(scope.holds('g.id'));
}
