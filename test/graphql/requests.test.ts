import { insertLeaseTenants } from '../../ingest/import/store';
import { insertHousehold, inserted } from '../db/household';
import { gatewayForAllTests } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { signToken } from '../support/tokens';

/** No request is answered with data that another request has read. */

const { database, gateway } = gatewayForAllTests();

test('5.5: a lease that has moved to another group is in no later answer to callers of the first', async () => {
  const north = await insertHousehold(database.db, 'north');
  const south = await insertHousehold(database.db, 'south');
  const client = graphqlClient(gateway.url, await signToken({ groups: ['north'] }));
  const leasesSeen = async () => {
    const { tenantsByLease } = await client.ask('TenantsWithLeases', { leases: 5 });
    return tenantsByLease.nodes.map(({ leases: { nodes, totalCount } }) => [
      totalCount,
      nodes.map(({ identifier }) => identifier),
    ]);
  };
  const lease_id = await inserted(
    database.db.insertInto('leases').values({ identifier: 'north-other', group_id: north.groupId }),
  );
  await insertLeaseTenants(database.db, [{ tenant_id: north.tenantId, lease_id }]);
  expect(await leasesSeen()).toEqual([[2, ['north-lease', 'north-other']]]);
  await database.db.deleteFrom('lease_tenants').where('lease_id', '=', lease_id).execute();
  await database.db
    .updateTable('leases')
    .set({ group_id: south.groupId, identifier: 'south-other' })
    .where('id', '=', lease_id)
    .execute();
  expect(await leasesSeen()).toEqual([[1, ['north-lease']]]);
});
