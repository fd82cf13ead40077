/** Two aliases of `Tenant.leases` that differ in one argument have different answers, although they are read together. */

import { gatewayForAllTests } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';
import { signToken } from '../support/tokens';
import { encodeCursor } from '../../src/schema/opaque-ids';

interface Tenants {
  readonly tenantsByLease: { readonly nodes: readonly Readonly<Record<string, unknown>>[] };
}

const NOON = new Date('2026-03-15T12:00:00Z');

const { database, gateway } = gatewayForAllTests({}, { now: () => NOON });
let token: string;
let cursors: readonly string[];

beforeAll(async () => {
  const groupId = await insertGroup(database.db, 'acme');
  const { firstLease } = await insertSharedLeases(database.db, { groupId, prefix: 'l', tenants: 2, leases: 6 });
  // Leases 1 to 4 are active today, and 3 to 6 on 1 June.
  for (const [first, start_date, end_date] of [
    [firstLease, '2026-01-01', '2026-05-01'],
    [firstLease + 4, '2026-05-01', '2026-12-31'],
  ] as const) {
    const leases = database.db.updateTable('leases').where('id', 'in', [first, first + 1]);
    await leases.set({ start_date, end_date }).execute();
  }
  cursors = Array.from({ length: 6 }, (_, index) => encodeCursor('lease', firstLease + index));
  token = await signToken({ groups: ['acme'], now: NOON });
});

/** The arguments of two aliases, and the numbers of the leases that each returns. `#n` is the cursor of the nth lease. */
test.each<[string, readonly number[], string, readonly number[]]>([
  ['first: 2', [1, 2], 'first: 3', [1, 2, 3]],
  ['first: 2', [1, 2], 'last: 2', [5, 6]],
  ['first: 2, after: "#1"', [2, 3], 'first: 2, after: "#2"', [3, 4]],
  ['first: 5, before: "#3"', [1, 2], 'first: 5, before: "#4"', [1, 2, 3]],
  ['first: 5, after: "#2"', [3, 4, 5, 6], 'first: 5, before: "#2"', [1]],
  ['first: 6, active: true', [1, 2, 3, 4], 'first: 6', [1, 2, 3, 4, 5, 6]],
  ['first: 6, activeOn: "2026-06-01"', [3, 4, 5, 6], 'first: 6, activeOn: "2026-03-01"', [1, 2, 3, 4]],
  ['first: 6, activeOn: "2026-06-01"', [3, 4, 5, 6], 'first: 6, active: true', [1, 2, 3, 4]],
])('%s gives %j, and %s gives %j', async (one, expectedOfOne, other, expectedOfOther) => {
  const written = (args: string) => args.replace(/#(\d)/g, (_, number: string) => cursors[Number(number) - 1]!);
  const leases = (name: string, args: string) =>
    `${name}: leases(${written(args)}) { totalCount nodes { identifier } pageInfo { hasNextPage hasPreviousPage } }`;
  const query = `{ tenantsByLease(first: 2) { nodes { ${leases('one', one)} ${leases('other', other)} } } }`;
  const expected = {
    one: shown(expectedOfOne, one.includes('active') ? expectedOfOne : undefined),
    other: shown(expectedOfOther, other.includes('active') ? expectedOfOther : undefined),
  };
  // From the second time on the operation is compiled.
  for (const time of [1, 2]) expect([time, await tenants(query)]).toEqual([time, [expected, expected]]);
});

async function tenants(query: string) {
  const { data, errors } = await graphqlClient(gateway.url, token).send<Tenants>({ query });
  expect(errors).toBeUndefined();
  return data!.tenantsByLease.nodes;
}

test('so have two aliases that select different fields', async () => {
  const fields = ['identifier', 'identifier unitId group { identifier } tenants { identifier }'];
  const ask = (aliases: readonly string[]) =>
    tenants(`{ tenantsByLease(first: 2) { nodes { ${aliases.join(' ')} } } }`);
  const [few, all] = fields.map((selected, at) => `a${at}: leases { nodes { ${selected} } }`);
  const together = await ask([few!, all!]);
  const [alone, other] = [await ask([few!]), await ask([all!])];
  expect(together).toEqual(alone.map((node, at) => ({ ...node, ...other[at] })));
});

/** @param all of the leases that the arguments filter */
function shown(numbers: readonly number[], all: readonly number[] = [1, 2, 3, 4, 5, 6]) {
  return {
    totalCount: all.length,
    nodes: numbers.map((number) => ({ identifier: `l-${number}` })),
    pageInfo: { hasNextPage: numbers.at(-1)! < all.at(-1)!, hasPreviousPage: numbers[0]! > all[0]! },
  };
}
