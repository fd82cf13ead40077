/** What the types refuse: each line below must not compile (`npm run lint` fails when one does). */

import type { Database } from '../src/db/database';
import { GroupScope } from '../src/db/visibility';
import { VisibleRecords } from '../src/db/visible-records';
import type { Session } from '../src/lookups/session';
import type { GroupGrant } from '../src/model/caller';

export function refused(db: Database, session: Session, grant: GroupGrant): void {
  // @ts-expect-error A scope comes only from what a token grants.
  new GroupScope('all');
  // @ts-expect-error The records of groups cannot be read beside a scope.
  db.access.selectFrom('tenants');
  // @ts-expect-error Nor can leases.
  db.access.selectFrom('leases');
  // @ts-expect-error A list of groups is no scope.
  db.reading(grant).within([1, 2, 3]);
  // @ts-expect-error A reading keeps its connection to itself.
  void db.reading(grant).db;
  // @ts-expect-error The connection itself is out of reach.
  void db.kysely;
  // @ts-expect-error From a lookup's session as well.
  void session.db.kysely;
}

it('a scope without groups holds nothing: an empty list is never “no filter”', async () => {
  const scope = await GroupScope.of({} as never, { kind: 'listed', identifiers: [] });
  expect(scope.isEmpty).toBe(true);
  expect(VisibleRecords.prototype).toHaveProperty('leases');
});
