import { sql } from 'kysely';

import { PAGE_LIMIT } from '../../src/model/page';
import { json, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { insertHousehold } from './household';

/** A lease with more tenants than a full fetch may otherwise read, next to a lease that must not match. */

const TENANTS = 21_000;

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  const { groupId, leaseId } = await insertHousehold(database.db, 'large');
  await insertHousehold(database.db, 'other');
  const digits = sql.raw([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `select ${digit} as d`).join(' union all '));
  await sql`
    insert into tenants (id, identifier, group_id)
    select 100 + n, concat('many-', n), ${groupId} from (
      select a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d as n
      from (${digits}) as a, (${digits}) as b, (${digits}) as c, (${digits}) as d, (${digits}) as e) as numbers
    where n < ${TENANTS}`.execute(database.db);
  await sql`
    insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
    select t.id, l.id, l.group_id, l.unit_key, l.move_in_day, l.move_in_month
    from leases as l join tenants as t on t.group_id = l.group_id
    where l.id = ${leaseId} and t.identifier like 'many-%'`.execute(database.db);
  gateway = await startTestGateway({ databaseUrl: database.url });
});
afterAll(async () => {
  await gateway.close();
  await database.drop();
});

test('4.2, D19: every page of its tenants has only its tenants', async () => {
  const token = await signToken({ groups: '*' });
  const page = async (afterId: number) => {
    const body = { identifier: 'large-lease', 'after-id': afterId };
    const answer = await send(`${gateway.url}/leases/tenants/`, { token, body });
    return json(answer) as { tenants: { identifier: string }[]; last_id: number };
  };
  const first = await page(0);
  expect(first.tenants[0]?.identifier).toBe('large-tenant');
  expect(first.tenants).toHaveLength(PAGE_LIMIT);
  expect(first.tenants.slice(1).every(({ identifier }) => identifier.startsWith('many-'))).toBe(true);
  const last = await page(100 + TENANTS - 3);
  expect(last.tenants.map(({ identifier }) => identifier)).toEqual([`many-${TENANTS - 2}`, `many-${TENANTS - 1}`]);
  expect(last.last_id).toBe(-1);
});

test('decision 34: a lease that alone has more than 10,000 tenants is a page of its own', async () => {
  const body = { identifier: 'large-tenant' };
  const answer = await send(`${gateway.url}/leases/find-for-tenant/`, {
    token: await signToken({ groups: '*' }),
    body,
  });
  const { leases, last_id } = json(answer) as { leases: { tenants: unknown[] }[]; last_id: number };
  expect([leases.map(({ tenants }) => tenants.length), last_id]).toEqual([[TENANTS + 1], -1]);
}, 60_000);
