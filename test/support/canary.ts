/**
 * A group that no caller of any suite may see, and a watch that finds its text in any encoding
 * (docs/evidence.md, canaries).
 */

import type { Kysely } from 'kysely';

import { insertLeaseTenants } from '../../ingest/import/store';
import type { Tables } from '../../src/db/tables';
import { finderOf } from './secrets';

export const CANARY = 'nightingale-of-the-sealed-group';

export const holdsCanary = finderOf(CANARY);

/** The sealed group: its name, a unit, two tenants and a lease, with the canary in every text field. */
export async function seal(db: Kysely<Tables>): Promise<void> {
  const known = await db.selectFrom('groups').select('id').where('identifier', '=', CANARY).executeTakeFirst();
  if (known !== undefined) return;
  const id = async (insertion: { executeTakeFirstOrThrow(): Promise<{ insertId?: bigint }> }): Promise<number> =>
    Number((await insertion.executeTakeFirstOrThrow()).insertId);
  const group_id = await id(db.insertInto('groups').values({ identifier: CANARY, external_ref: CANARY }));
  const unit_id = await id(
    db.insertInto('units').values({
      identifier: CANARY,
      group_id,
      external_ref: CANARY,
      unit_number: CANARY,
      building_name: CANARY,
      address_line_1: CANARY,
      address_line_2: CANARY,
      city: CANARY,
      country: CANARY,
      state: CANARY,
      postal_code: CANARY,
    }),
  );
  const lease_id = await id(
    db.insertInto('leases').values({
      identifier: CANARY,
      group_id,
      unit_id,
      start_date: '2020-01-01',
      end_date: '2090-01-01',
      move_in_date: '2026-01-01',
    }),
  );
  for (const name of ['one', 'two']) {
    const tenant_id = await id(
      db.insertInto('tenants').values({
        identifier: `${CANARY}-${name}`,
        group_id,
        external_ref: CANARY,
        email_address: `${CANARY}@example.org`,
        phone_number: CANARY,
        first_name: CANARY,
        last_name: CANARY,
        active: true,
      }),
    );
    await insertLeaseTenants(db, [{ tenant_id, lease_id }]);
  }
}
