import { addMember, removeMember, UnknownGroupsError } from '../../src/db/access/members';
import { gatewayForAllTests } from '../support/gateway';
import { signToken, type TokenOptions } from '../support/tokens';
import { json, seenWith, send, sendGraphQL } from '../http/client';
import { insertHousehold } from '../db/household';

/** Decision 30, over REST and GraphQL: an empty list of groups is no group, never “no filter”. */

const NAMES = ['north', 'south', '*', '1', '10'];
const TENANTS = NAMES.map((name) => `${name}-tenant`);

/** Milliseconds. */
let clock = 0;
const { database, gateway } = gatewayForAllTests({}, { sealed: false, monotonicNow: () => clock });

beforeAll(async () => {
  for (const name of NAMES) await insertHousehold(database.db, name);
});

/** The groups whose records a token shows; REST and GraphQL must agree. */
async function groupsSeen(options: TokenOptions): Promise<string[]> {
  const token = await signToken(options);
  const rest = await seenWith(gateway.url, token, TENANTS);
  const query = `{ tenantsByLease { totalCount nodes { identifier } } viewer { groups { nodes { identifier } } } }`;
  const { data } = json(await send(`${gateway.url}/graphql`, { token, body: { query } })) as GraphQLAnswer;
  const groups = rest.tenants.map((identifier) => identifier.replace('-tenant', ''));
  expect(rest.leases).toEqual(groups.map((group) => `${group}-lease`));
  expect(data.tenantsByLease).toEqual({
    totalCount: groups.length,
    nodes: rest.tenants.map((identifier) => ({ identifier })),
  });
  expect(data.viewer.groups.nodes.map(({ identifier }) => identifier)).toEqual(groups);
  for (const identifier of TENANTS) {
    const visible = rest.tenants.includes(identifier) ? 1 : 0;
    const answer = json(await sendGraphQL(gateway.url, { token, identifier })) as GraphQLAnswer;
    expect(answer.data.leasesForTenant.nodes).toHaveLength(visible);
  }
  return groups;
}

interface GraphQLAnswer {
  readonly data: {
    readonly leasesForTenant: { readonly nodes: readonly unknown[] };
    readonly tenantsByLease: unknown;
    readonly viewer: { readonly groups: { readonly nodes: readonly { readonly identifier: string }[] } };
  };
}

test('by the claim', async () => {
  expect(await groupsSeen({ groups: '*' })).toEqual(NAMES);
  expect(await groupsSeen({ groups: ['south'] })).toEqual(['south']);
  expect(await groupsSeen({ groups: ['south', 'north', 'south', 'nowhere'] })).toEqual(['north', 'south']);
  for (const name of ['*', '1', '10']) expect(await groupsSeen({ groups: [name] })).toEqual([name]);
  for (const groups of [[], ['nowhere'], ['North'], ['north '], [''], ['0', '10,1']])
    expect(await groupsSeen({ groups })).toEqual([]);
});

test('without the claim and without memberships nothing is visible', async () => {
  expect(await groupsSeen({})).toEqual([]);
  expect(await groupsSeen({ subject: 'nobody' })).toEqual([]);
  expect(await groupsSeen({ subject: '' })).toEqual([]);
});

/** What a token shows once its cache entries have ended. */
function groupsSeenLater(options: TokenOptions): Promise<string[]> {
  clock += 30_000;
  return groupsSeen(options);
}

test('a membership is cached for at most 30 s, and for no other caller', async () => {
  const { db } = database;
  // One token for all requests: the cache entry belongs to the token.
  const ruth = { subject: 'ruth', now: new Date() };
  expect(await groupsSeen(ruth)).toEqual([]);
  await addMember(db, 'ruth', ['south']);
  clock += 29_999;
  expect(await groupsSeen(ruth)).toEqual([]);
  expect(await groupsSeen({ subject: 'rut' })).toEqual([]);
  clock += 1;
  expect(await groupsSeen(ruth)).toEqual(['south']);
  await removeMember(db, 'ruth', ['south']);
  expect(await groupsSeenLater(ruth)).toEqual([]);
});

test('a claim overrides the memberships', async () => {
  await addMember(database.db, 'claimed', '*');
  expect(await groupsSeen({ subject: 'claimed', groups: [] })).toEqual([]);
  expect(await groupsSeen({ subject: 'claimed', groups: ['north'] })).toEqual(['north']);
});

test('subjects match byte for byte', async () => {
  await addMember(database.db, 'Exact', '*');
  for (const subject of ['exact', 'Exact ', 'Éxact', 'Exact\0']) expect(await groupsSeen({ subject })).toEqual([]);
  expect(await groupsSeen({ subject: 'Exact' })).toEqual(NAMES);
});

test('one unknown group among several changes nothing', async () => {
  for (const change of [addMember, removeMember])
    await expect(change(database.db, 'kim', ['north', 'nowhere'])).rejects.toThrow(UnknownGroupsError);
  expect(await groupsSeen({ subject: 'kim' })).toEqual([]);
});
