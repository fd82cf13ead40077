/**
 * A range of days for some groups: each step by itself finds the right page (docs/develop/plans.md). On few rows the first step is
 * always enough, so there are 12,000 tenants.
 */

import { sql } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import { Session } from '../../src/lookups/session';
import { tenantsByLease } from '../../src/lookups/tenants-by-lease';
import type { PageRequest, RowId } from '../../src/model/page';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';

const TENANTS = 12_000;

/** The day on which the lease of tenant `n` begins: in 2024, 5 % from the first on and all of the last 300: so few that a server counts them exactly. */
function moveIn(n: number): string {
  if (n > TENANTS - 300) return '2024-06-01';
  if (n % 20 === 0) return '2024-01-01';
  if (n % 131 === 0) return '2022-01-01';
  return n % 2 === 0 ? '2023-01-01' : '2021-01-01';
}

const year = (text: string) => ({ minMoveInDate: `${text}-01-01`, maxMoveInDate: `${text}-12-31` });

const RANGES = {
  'few matches': year('2022'),
  'many matches': year('2023'),
  'matches here and there': year('2024'),
  'matches at the end': { minMoveInDate: '2024-06-01' },
};

type Steps = Record<keyof typeof RANGES, string[]>;

/** The steps of a first page, if it is known how many rows the groups have. */
const WITH_A_WALK: Steps = {
  'few matches': ['walk and matches', 'tenants'],
  'many matches': ['walk and matches'],
  'matches here and there': ['walk and matches', 'walk'],
  'matches at the end': ['walk and matches', 'estimate', 'fetch', 'tenants'],
};
/** Up to 10 groups are a stream each. */
const WITH_STREAMS: Steps = {
  'few matches': ['streams and matches', 'tenants'],
  'many matches': ['streams and matches', 'tenants'],
  'matches here and there': ['streams and matches', 'walk'],
  'matches at the end': ['streams and matches', 'estimate', 'fetch', 'tenants'],
};
const FIRST_STEPS: Record<number, Steps> = { 1: WITH_STREAMS, 3: WITH_STREAMS, 12: WITH_A_WALK };
const CALLERS = Object.keys(FIRST_STEPS).map(Number);

let database: TestDatabase;
let serving: ReturnType<typeof connect>;
let db: Database;
let statements: string[] = [];
let first: RowId;

beforeAll(async () => {
  database = await createTestDatabase();
  const own = await insertGroup(database.db, 'group-1');
  const hidden = await insertGroup(database.db, 'hidden');
  for (let n = 2; n <= 12; n += 1) await insertGroup(database.db, `group-${n}`);
  await insertTenantsWithLeases(database.db, own, 'tenant', TENANTS);
  await insertTenantsWithLeases(database.db, hidden, 'hidden', 50);
  ({ first } = await database.db
    .selectFrom('tenants')
    .select((eb) => eb.fn.min('id').as('first'))
    .executeTakeFirstOrThrow());
  for (const day of ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01', '2024-06-01']) {
    const names = numbers((n) => moveIn(n) === day).map((n) => `tenant-${n}`);
    await sql`update leases set move_in_date = ${day} where identifier_key in (${sql.val(names)})`.execute(database.db);
  }
  await sql`update leases set move_in_date = '2024-06-01' where identifier like 'hidden%'`.execute(database.db);
  // Index entries of the days before these updates may still be there, and a server counts them in its estimates.
  await sql`optimize table lease_tenants`.execute(database.db);
  const onStatement = (text: string) => statements.push(text);
  serving = connect(readDatabaseAddress({ DATABASE_URL: database.url }), { ...COMMAND_CONNECTION, onStatement });
  db = new Database(serving, () => 0);
});
afterAll(async () => {
  await serving.destroy();
  await database.drop();
});

function numbers(isOne: (n: number) => boolean): number[] {
  return Array.from({ length: TENANTS }, (_, at) => at + 1).filter(isOne);
}

const session = (groups: number, searched = db) =>
  new Session(searched, {
    subject: null,
    token: { kind: 'jwt', id: null },
    tokenExpiresAt: null,
    groups: { kind: 'listed', identifiers: Array.from({ length: groups }, (_, at) => `group-${at + 1}`) },
  });

/** Without anything that an earlier search has found. */
async function newDatabase(): Promise<Database> {
  const fresh = new Database(serving, () => 0);
  await fresh.assertSchemaFits();
  return fresh;
}

/** What a statement on pairs or tenants is for. A walk reads the tenants of the page as well. */
function stepOf(text: string): string {
  if (text.startsWith('explain')) return 'estimate';
  if (!text.includes('lease_tenants')) return 'tenants';
  const streams = text.includes('order by') && !text.includes(' as w');
  if (text.includes(' as run')) {
    return [streams ? 'streams' : 'walk', ...(text.includes('select -1 as `run`') ? ['matches'] : [])].join(' and ');
  }
  return 'fetch';
}

describe.each(CALLERS)('%i groups', (groups) => {
  test.each(Object.entries(RANGES))(
    '%s: the first search and the next one take the expected steps',
    async (name, range) => {
      const fresh = await newDatabase();
      const stepsOfFirstPage = async () => {
        statements = [];
        await tenantsByLease(session(groups, fresh), range, { direction: 'forward', limit: 100 });
        return statements.filter((text) => /lease_tenants|from tenants as t/.test(text)).map(stepOf);
      };
      const kind = name as keyof typeof RANGES;
      expect(await stepsOfFirstPage()).toEqual(FIRST_STEPS[groups]?.[kind]);
      expect(await stepsOfFirstPage()).toEqual(WITH_A_WALK[kind]);
    },
  );

  test.each(Object.entries(RANGES))('%s: every page, its neighbours and the total count', async (_name, range) => {
    const { minMoveInDate, maxMoveInDate = '9999' } = { maxMoveInDate: undefined, ...range };
    const ids = numbers((n) => moveIn(n) >= minMoveInDate && moveIn(n) <= maxMoveInDate).map((n) => first + n - 1);
    const cuts = [0, 1, 40, 900, 2_500, 7_000, 11_400, TENANTS].map((n) => first + n);
    const bounds: Omit<PageRequest, 'limit' | 'direction'>[] = [
      {},
      ...cuts.flatMap((cut) => [{ after: cut }, { before: cut }, { after: cut, before: cut + 1_000 }]),
    ];
    const requests = bounds.flatMap((one) => [
      { ...one, direction: 'forward' as const },
      { ...one, direction: 'backward' as const },
    ]);
    // With what the searches before have learned, and without.
    for (const isNew of [false, true]) {
      for (const { direction, after = 0, before = Infinity } of requests) {
        const request: PageRequest = { direction, limit: 100, after, ...(before < Infinity && { before }) };
        const page = await tenantsByLease(session(groups, isNew ? await newDatabase() : db), range, request);
        const inside = ids.filter((id) => id > after && id < before);
        const expected = direction === 'forward' ? inside.slice(0, 100) : inside.slice(-100);
        const found = page.records.map(({ rowId }) => rowId);
        expect([request, found, page.hasMore]).toEqual([request, expected, inside.length > 100]);
        expect([request, await page.totalCount()]).toEqual([request, ids.length]);
        const outside = direction === 'forward' ? ids.some((id) => id <= after) : ids.some((id) => id >= before);
        const neighbour = direction === 'forward' ? page.hasPreviousPage() : page.hasNextPage();
        expect([request, await neighbour]).toEqual([request, outside]);
      }
    }
  });
});

test.each([1, 3])(
  '%i groups: where a walk finds nothing, the next search begins with streams again',
  async (groups) => {
    const fresh = await newDatabase();
    const pageOf = async (range: object, after: RowId) => {
      statements = [];
      await tenantsByLease(session(groups, fresh), range, { direction: 'forward', limit: 100, after });
      return statements.map(stepOf).find((step) => /walk|streams/.test(step));
    };
    expect(await pageOf(RANGES['many matches'], first)).toBe('streams and matches');
    expect(await pageOf(RANGES['many matches'], first)).toBe('walk and matches');
    expect(await pageOf(RANGES['matches at the end'], first)).toBe('walk and matches');
    expect(await pageOf(RANGES['many matches'], first)).toBe('streams and matches');
  },
);
