/** Only the parts of a lease whose fields are selected are read, and each field then has the same value as in a whole lease. */

import { isObjectType } from 'graphql';

import { buildSchema } from '../../src/graphql/build-schema';
import { json, send } from '../http/client';
import { gatewayForAllTests } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken } from '../support/tokens';

const OF_TENANT = 'identifier active group { identifier }';
const BELOW: Readonly<Record<string, string>> = {
  address: '{ buildingName city latitude }',
  group: '{ identifier externalRef }',
  tenants: `{ ${OF_TENANT} }`,
};
const selected = (field: string) => `${field} ${BELOW[field] ?? ''}`;

const leaseType = buildSchema().getType('Lease');
if (!isObjectType(leaseType)) throw new Error('Lease is a type of the schema.');
const FIELDS = Object.keys(leaseType.getFields());
const WHOLE = FIELDS.map(selected).join(' ');

type Leases = readonly Record<string, unknown>[];

let statements: string[] = [];
const { database, gateway } = gatewayForAllTests({}, { onStatement: (sql) => statements.push(sql) });
let token: string;
/** Every field of the leases. */
let whole: Leases;

beforeAll(async () => {
  const group = await insertGroup(database.db, 'acme');
  await insertTenantsWithLeases(database.db, group, 'a', 3);
  const { insertId: unit } = await database.db
    .insertInto('units')
    .values({ identifier: 'u', group_id: group, external_ref: 'U', unit_number: '7', latitude: 0 })
    .executeTakeFirstOrThrow();
  await database.db
    .updateTable('leases')
    .set({ unit_id: Number(unit) })
    .where('identifier', 'like', '%1')
    .execute();
  token = await signToken({ groups: ['acme'] });
  whole = (await ask(`{ c: ${LEASES} { nodes { ${WHOLE} } } }`)).data.c!.nodes;
});

async function ask(query: string) {
  statements = [];
  const answer = await send(`${gateway.url}/graphql`, { token, body: { query } });
  return json(answer) as { data: Record<string, { nodes: Leases; edges: readonly { node: never }[] }> };
}

const LEASES = 'leasesForTenant(tenant: { emailAddress: "a@example.com" })';

it.each(FIELDS)('%s has the same value however it is selected', async (field) => {
  const expected = whole.map((lease) => lease[field]);
  expect(expected).toHaveLength(3);
  for (const query of [
    `query ($no: Boolean! = false) { c: ${LEASES} { nodes { ${field} @skip(if: $no) ${BELOW[field] ?? ''} } } }`,
    `{ c: ${LEASES} { ...F } } fragment F on LeaseConnection { nodes { ... on Node { ...L } } }
      fragment L on Lease { ${selected(field)} }`,
    `{ c: ${LEASES} { nodes { identifier } } c: ${LEASES} { nodes { ${selected(field)} } } }`,
  ]) {
    // From the second time on the operation is compiled.
    for (const time of [1, 2]) {
      const { data, ...rest } = await ask(query);
      const values = data.c!.nodes.map((lease) => lease[field]);
      expect({ query, time, ...rest, values }).toEqual({ query, time, values: expected });
    }
  }
});

it.each(FIELDS)('%s of the leases of a tenant has the same value', async (field) => {
  const values = async (selection: string) => {
    const { data } = await ask(`{ c: tenantsByLease { nodes { leases { edges { node { ${selection} } } } } } }`);
    return data.c!.nodes.map(({ leases }) =>
      (leases as { edges: { node: Record<string, unknown> }[] }).edges.map(({ node }) => node[field]),
    );
  };
  expect(await values(selected(field))).toEqual(await values(WHOLE));
});

it('shows an address of which only a coordinate of 0 is known', () =>
  expect(whole.map(({ address }) => address)).toContainEqual({ buildingName: null, city: null, latitude: 0 }));

it('joins no table for fields that are not selected', async () => {
  await ask(`{ c: ${LEASES} { nodes { identifier rent } pageInfo { endCursor } } }`);
  const joined = () => statements.at(-1)!.match(/\bjoin `?\w+`?/g);
  expect(joined()).toEqual(['join lease_tenants', 'join leases']);
  await ask(`{ c: ${LEASES} { nodes { identifier unitNumber } } }`);
  expect(joined()).toEqual(['join lease_tenants', 'join leases', 'join `units`']);
});
