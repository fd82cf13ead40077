import type { Kysely } from 'kysely';

import { Database } from '../../src/db/database';
import type { Tables } from '../../src/db/tables';
import type { VisibleRecords } from '../../src/db/visible-records';
import { Session } from '../../src/lookups/find-records';

/** The records of all groups, as a lookup reads them. */
export async function allRecords(serving: Kysely<Tables>): Promise<VisibleRecords> {
  const db = new Database(serving, () => performance.now());
  const caller = {
    subject: null,
    token: { kind: 'jwt', id: null },
    tokenExpiresAt: null,
    groups: { kind: 'all' },
  } as const;
  return (await new Session(db, caller).records())!;
}
