import { gatewayForAllTests } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken } from '../support/tokens';

let acme: ReturnType<typeof graphqlClient>;
let globex: ReturnType<typeof graphqlClient>;
let statements = 0;
const { database, gateway } = gatewayForAllTests({}, { onStatement: () => (statements += 1) });

beforeAll(async () => {
  for (const group of ['acme', 'globex'])
    await insertTenantsWithLeases(database.db, await insertGroup(database.db, group), group, 3);
  acme = graphqlClient(gateway.url, await signToken({ groups: ['acme'] }));
  globex = graphqlClient(gateway.url, await signToken({ groups: ['globex'] }));
});

/** The ids of every kind of record that the caller of acme sees. */
async function idsOfAcme() {
  const { leasesForTenant } = await acme.ask('LeasesForTenant', { tenant: { identifier: 'acme-2' } });
  const { viewer } = await acme.ask('Viewer', {});
  const lease = leasesForTenant.edges[0]!.node;
  return { lease, tenant: lease.tenants[0]!, group: viewer.groups.nodes[0]! };
}

describe('node and nodes', () => {
  it('give each record again, whole, in the order asked for', async () => {
    const { lease, tenant, group } = await idsOfAcme();
    const { nodes } = await acme.ask('Nodes', { ids: [group.id, lease.id, tenant.id, lease.id] });
    expect(nodes).toEqual([group, lease, tenant, lease]);
  });

  it('are null without an error for what is unknown, malformed or not visible', async () => {
    const { lease, tenant, group } = await idsOfAcme();
    const unknown = Buffer.from('lease:999999').toString('base64url');
    const cursor = Buffer.from('after:lease:1').toString('base64url');
    const ids = [lease.id, tenant.id, group.id, unknown, cursor, 'x', '', `${lease.id} `, '__proto__'];
    expect(await globex.ask('Nodes', { ids })).toEqual({ nodes: ids.map(() => null) });
    for (const id of ids) expect(await globex.ask('Node', { id })).toEqual({ node: null });
  });

  it('cost a fixed number of statements, however many ids', async () => {
    const { lease, tenant } = await idsOfAcme();
    const count = async (ids: string[]) => {
      statements = 0;
      await acme.ask('Nodes', { ids });
      return statements;
    };
    const few = await count([lease.id, tenant.id]);
    const many = Array.from({ length: 98 }, (_, index) => Buffer.from(`tenant:${index + 1}`).toString('base64url'));
    expect(await count([lease.id, tenant.id, ...many])).toBe(few);
  });

  it('refuse more than 100 ids', async () => {
    const refused = await acme.refused('Nodes', { ids: Array.from({ length: 101 }, () => 'x') });
    expect(refused).toEqual([{ code: 'BAD_USER_INPUT', type: 'invalid_request' }]);
  });
});
