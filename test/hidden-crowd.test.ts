/**
 * Many hidden rows, before and between the visible ones. Every page is full, in order, and ends as if they did not
 * exist, whichever plan finds its records (docs/develop/search.md). One caller sees two groups, the other 120.
 */

import { BUDGETS } from '../src/db/search/ladder';
import { json, LEASES, send, TENANTS } from './http/client';
import { loadWorld } from './oracle/load';
import { leaseRow, tenantRow } from './oracle/rows';
import { ADDRESS_TEXTS, type UnitRow } from './oracle/world';
import { databaseForAllTests } from './support/database';
import { SHORT_RUNGS, startTestGateway, type TestGateway } from './support/gateway';
import { signToken } from './support/tokens';

/** Every other group is hidden. The first group has a crowd. */
const GROUPS = Array.from({ length: 240 }, (_, at) => at + 1);
const CROWD = 400;
const NOW = new Date('2026-03-15T12:00:00Z');
const OFFICE = 'office@example.org';

/** A tenant, its lease and its unit have the same paging id. */
const HOUSEHOLDS = Array.from({ length: 1200 }, (_, at) => {
  const id = at + 1;
  return {
    id,
    group: id <= CROWD ? 1 : GROUPS[id % GROUPS.length]!,
    city: id % 49 < 30 || id % 49 > 32 ? 'Köln' : 'Rare',
  };
});

const CALLERS = { 'two groups': [2, 4], 'half of all groups': GROUPS.filter((group) => group % 2 === 0) } as const;
type CallerName = keyof typeof CALLERS;

interface Question {
  readonly path: string;
  readonly body: object;
  readonly graphql: string;
  matches(household: (typeof HOUSEHOLDS)[number]): boolean;
}

const tenants = (graphql: string, body: object, matches: Question['matches'] = () => true): Question => ({
  path: TENANTS,
  body,
  graphql: `tenantsByLease(lease: {${graphql}},`,
  matches,
});
const leases = (more: string, body: object): Question => ({
  path: LEASES,
  body: { email_address: OFFICE, ...body },
  graphql: `leasesForTenant(tenant: { emailAddress: "${OFFICE}" }, ${more}`,
  matches: () => true,
});
const RANGE = { min_move_in_date: '2026-03-01', max_move_in_date: '2026-03-01' };
const IN_RANGE = 'minMoveInDate: "2026-03-01", maxMoveInDate: "2026-03-01"';
const isRare: Question['matches'] = ({ city }) => city === 'Rare';

const QUESTIONS: Readonly<Record<string, Question>> = {
  'tenants of any lease': tenants('', {}),
  'tenants by a range': tenants(IN_RANGE, RANGE),
  'tenants by a town that is everywhere': tenants(
    'address: { city: "Köln" }',
    { address: { city: 'Köln' } },
    (one) => !isRare(one),
  ),
  'tenants by a rare town': tenants('address: { city: "Rare" }', { address: { city: 'Rare' } }, isRare),
  'tenants by a range and a rare town': tenants(
    `${IN_RANGE}, address: { city: "Rare" }`,
    { ...RANGE, address: { city: 'Rare' } },
    isRare,
  ),
  'leases of everyone': leases('', {}),
  'active leases of everyone': leases('activeOn: "2026-03-15",', { active: true }),
};

const CASES = (Object.keys(CALLERS) as CallerName[]).flatMap((caller) =>
  Object.keys(QUESTIONS).map((question) => [caller, question] as const),
);

const database = databaseForAllTests();

beforeAll(async () => {
  const nowhere = Object.fromEntries(ADDRESS_TEXTS.map((column) => [column, null])) as Pick<
    UnitRow,
    (typeof ADDRESS_TEXTS)[number]
  >;
  const unit = { external_ref: null, unit_number: null, ...nowhere, latitude: null, longitude: null };
  const dates = { start_date: '2026-03-01', end_date: '2027-02-28', move_in_date: '2026-03-01' };
  await loadWorld(database.db, {
    groups: GROUPS.map((id) => ({ id, identifier: `group-${id}`, external_ref: null })),
    units: HOUSEHOLDS.map(({ id, group, city }) => ({ ...unit, id, identifier: `u${id}`, group_id: group, city })),
    tenants: HOUSEHOLDS.map(({ id, group }) => tenantRow(id, { group_id: group, email_address: OFFICE })),
    leases: HOUSEHOLDS.map(({ id, group }) => leaseRow(id, { group_id: group, unit_id: id, ...dates })),
    pairs: HOUSEHOLDS.map(({ id, group }) => ({ tenant_id: id, lease_id: id, group_id: group })),
  });
});

const tokenOf = (caller: CallerName) => signToken({ now: NOW, groups: CALLERS[caller].map((id) => `group-${id}`) });

/** The paging ids of everything that a caller may see of an answer, in ascending order. */
function expectedIds(caller: CallerName, { matches }: Question): number[] {
  const seen = new Set<number>(CALLERS[caller]);
  return HOUSEHOLDS.filter((one) => seen.has(one.group) && matches(one)).map(({ id }) => id);
}

interface Named {
  readonly identifier: string;
}
const idOf = ({ identifier }: Named): number => Number(identifier.slice(1));

/** Short rungs leave most of a page to those that follow, as in a large table. */
const RUNGS = [
  ['rungs of their usual length', BUDGETS],
  ['short rungs', SHORT_RUNGS],
] as const;

describe.each(RUNGS)('%s', (_name, searchBudgets) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ databaseUrl: database.url, now: () => NOW, searchBudgets });
  });
  afterAll(() => gateway.close());

  test.each(CASES)('for a caller of %s, every page of %s', async (caller, name) => {
    const question = QUESTIONS[name]!;
    const token = await tokenOf(caller);
    const expected = expectedIds(caller, question);
    expect(expected.length).toBeGreaterThan(0);
    for (let from = 0, after = 1; after !== -1; from += 100) {
      const answer = await send(gateway.url + question.path, { token, body: { ...question.body, 'after-id': after } });
      const {
        leases: found,
        tenants: people,
        last_id,
      } = json(answer) as Partial<Record<string, Named[]>> & {
        last_id: number;
      };
      const page = expected.slice(from, from + 100);
      const follows = expected.length > from + 100;
      expect([(found ?? people)?.map(idOf), last_id]).toEqual([page, follows ? page.at(-1) : -1]);
      after = last_id;
    }
  });

  test.each(CASES)('for a caller of %s, number and neighbourhood of %s', async (caller, name) => {
    const question = QUESTIONS[name]!;
    const token = await tokenOf(caller);
    const expected = expectedIds(caller, question);
    const ask = async (page: string) => {
      const query = `{ it: ${question.graphql} ${page}) {
        totalCount nodes { identifier } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
      const answer = json(await send(`${gateway.url}/graphql`, { token, body: { query } })) as {
        data: { it: Connection };
      };
      const { totalCount, nodes, pageInfo } = answer.data.it;
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
      return { told: [nodes.map(idOf), totalCount, hasPreviousPage, hasNextPage], startCursor, endCursor };
    };
    const total = expected.length;
    const first = await ask('first: 1');
    expect(first.told).toEqual([expected.slice(0, 1), total, false, total > 1]);
    const rest = await ask(`first: 100, after: "${first.endCursor}"`);
    expect(rest.told).toEqual([expected.slice(1, 101), total, true, total > 101]);
    const last = await ask('last: 1');
    expect(last.told).toEqual([expected.slice(-1), total, total > 1, false]);
    const before = await ask(`last: 100, before: "${last.startCursor}"`);
    expect(before.told).toEqual([expected.slice(0, -1).slice(-100), total, total > 101, true]);
  });
});

interface Connection {
  readonly totalCount: number | null;
  readonly nodes: readonly Named[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
}
