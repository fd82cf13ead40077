import { sql } from 'kysely';

import { LEASES, send, TENANTS } from '../http/client';
import { gatewayForAllTests } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { signToken } from '../support/tokens';
import { inserted, insertHousehold } from './household';

/**
 * Decision 18 holds by the database’s keys. Should rows ever stand across groups all the same (a restore without keys, say),
 * no answer shows one group’s records to callers of another.
 */

const { database, gateway } = gatewayForAllTests();

beforeAll(async () => {
  const [north, south] = [await insertHousehold(database.db, 'north'), await insertHousehold(database.db, 'south')];
  await database.db.connection().execute(async (connection) => {
    await sql`set foreign_key_checks = 0`.execute(connection);
    for (const [lease, tenant] of [
      [north, south],
      [south, north],
    ] as const) {
      await sql`
        insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
        select ${tenant.tenantId}, id, group_id, unit_key, move_in_day, move_in_month
        from leases where id = ${lease.leaseId}`.execute(connection);
    }
    // More leases than the first statement of a lookup returns, and one of them is in the other group.
    const unknown = { unit_key: 0, move_in_day: '0000-01-01', move_in_month: 0 };
    for (const [name, own, otherName, other] of [
      ['north', north, 'south', south],
      ['south', south, 'north', north],
    ] as const) {
      for (let nth = 0; nth <= 13; nth += 1) {
        const identifier = nth === 0 ? `${otherName}-stray` : `${name}-more-${nth}`;
        const lease = { identifier, group_id: nth === 0 ? other.groupId : own.groupId };
        const lease_id = await inserted(connection.insertInto('leases').values(lease));
        const pair = { tenant_id: own.tenantId, lease_id, group_id: own.groupId, ...unknown };
        await connection.insertInto('lease_tenants').values(pair).execute();
      }
    }
    await sql`update units set city = 'Southville' where id = ${south.unitId}`.execute(connection);
    for (const table of ['leases', 'lease_tenants']) {
      const [column, id] = table === 'leases' ? ['unit_id', 'id'] : ['unit_key', 'lease_id'];
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${south.unitId}
        where ${sql.ref(id)} = ${north.leaseId}`.execute(connection);
    }
    await sql`set foreign_key_checks = 1`.execute(connection);
  });
});

test('5.5: a pair across groups shows neither the tenant to callers of the lease nor the lease to callers of the tenant', async () => {
  for (const [own, other] of [
    ['north', 'south'],
    ['south', 'north'],
  ] as const) {
    const token = await signToken({ groups: [own] });
    const client = graphqlClient(gateway.url, token);
    const answers = [
      ...(await Promise.all([
        send(gateway.url + LEASES, { token, body: { identifier: `${own}-tenant` } }),
        send(gateway.url + TENANTS, { token, body: {} }),
        send(gateway.url + TENANTS, { token, body: { identifier: `${own}-lease` } }),
      ])),
    ].map(({ text }) => text);
    const graphql = [
      await client.ask('LeasesForTenant', { tenant: { identifier: `${own}-tenant` } }),
      await client.ask('TenantsByLease', {}),
      await client.ask('TenantsWithLeases', {}),
    ];
    for (const text of [...answers, ...graphql.map((data) => JSON.stringify(data))]) {
      expect(text).toContain(own);
      expect(text.toLowerCase()).not.toContain(other);
    }
    for (const identifier of [`${other}-tenant`, `${other}-lease`]) {
      const found = [
        (await send(gateway.url + LEASES, { token, body: { identifier } })).text,
        (await send(gateway.url + TENANTS, { token, body: { identifier } })).status,
      ];
      expect(found).toEqual(['{"leases":[],"last_id":-1}', 404]);
    }
  }
});

test('5.5: a unit of another group is neither shown with a lease nor found by its address', async () => {
  const token = await signToken({ groups: ['north'] });
  const { text } = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  const { leases } = JSON.parse(text) as { leases: { identifier: string }[] };
  expect(leases.find(({ identifier }) => identifier === 'north-lease')).toMatchObject({
    unit_id: null,
    address: { city: null },
  });
  const byAddress = await send(gateway.url + TENANTS, { token, body: { address: { city: 'Southville' } } });
  expect(byAddress.status).toBe(404);
});
