/**
 * The statements of every lookup as reviewed text: a change shows in the snapshot next to this file.
 * Each statement on units, tenants or leases carries its groups.
 */

import { insertLeaseTenants } from '../../ingest/import/store';
import { connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import { pageOfLeases, pageOfTenants, recordsInOrder, Session } from '../../src/lookups/find-records';
import { TenantLeases } from '../../src/lookups/tenant-leases';
import { groupsWithin } from '../../src/db/groups';
import { paginate } from '../../src/lookups/paginate';
import type { GroupGrant } from '../../src/model/caller';
import type { PageRequest } from '../../src/model/page';
import type { LeaseCriteria, TenantCriteria } from '../../src/model/criteria';
import { BUDGETS } from '../../src/db/search/ladder';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { SHORT_RUNGS } from '../support/gateway';
import { insertTenantsWithLeases } from '../support/records';
import { RECORDS, unrouted } from './routing';

const FIRST_PAGE: PageRequest = { limit: 100, direction: 'forward', after: 0 };
const LISTED: GroupGrant = { kind: 'listed', identifiers: ['acme'] };
const TWO_GROUPS: GroupGrant = { kind: 'listed', identifiers: ['acme', 'others'] };

/** A new filter is added here, so that its SQL is reviewed. */
const EVERY_TENANT_FILTER: Required<TenantCriteria> = {
  identifier: 't-1',
  externalRef: 'ref-1',
  emailAddress: 't1@example.com',
  phoneNumber: '+4930',
  group: { by: 'identifier', value: 'acme' },
  activeOn: '2026-03-15',
};

const EVERY_LEASE_FILTER: Required<LeaseCriteria> = {
  identifier: 'l-1',
  minMoveInDate: '2026-01-01',
  maxMoveInDate: '2026-12-31',
  group: { by: 'identifier', value: 'acme' },
  address: {
    buildingName: 'Dom',
    addressLine1: 'Domkloster 4',
    addressLine2: 'Tower',
    city: 'Köln',
    country: 'DE',
    state: 'NRW',
    postalCode: '50667',
    latitude: 50.9375,
    longitude: 6.960279,
  },
};

const TENANT_QUESTIONS: Record<string, TenantCriteria> = {
  identifier: { identifier: 't-1' },
  'identifier of a tenant with many leases': { identifier: 'landlord' },
  'identifier of a tenant with many leases, active': { identifier: 'landlord', activeOn: '2026-03-15' },
  'external reference with a group': { externalRef: 'ref-1', group: { by: 'externalRef', value: 'A' } },
  'e-mail address': { emailAddress: 'T1@example.com' },
  'phone number, active': { phoneNumber: '0049 30', activeOn: '2026-03-15' },
  'every identification': EVERY_TENANT_FILTER,
};

const LEASE_QUESTIONS: Record<string, LeaseCriteria> = {
  nothing: {},
  identifier: { identifier: 'l-1' },
  'move-in range': { minMoveInDate: '2026-01-01', maxMoveInDate: '2026-12-31' },
  address: { address: { city: 'Köln', latitude: 50.9375, longitude: 6.960279 } },
  everything: EVERY_LEASE_FILTER,
};

let database: TestDatabase;
let kysely: ReturnType<typeof connect>;
let statements: string[] = [];
let db: Database;
/** Of the last statement with a text. */
const valuesOf = new Map<string, string>();
const onStatement = (sql: string, _ms: number, values: readonly unknown[]) => {
  statements.push(sql);
  // Many groups are as good as sixty.
  valuesOf.set(sql, values.join().replaceAll(/(?:,(?:group-)?\d+){20,}/g, ',…'));
};

const asker = (groups: GroupGrant = LISTED) =>
  new Session(db, { subject: null, token: { kind: 'jwt', id: null }, tokenExpiresAt: null, groups });

/** A statement as a person reads it: a line for each clause. */
function readable(sql: string): string {
  return sql
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=(?:from|inner join|left join|where|order by|union all) )/g, '\n  ');
}

expect.addSnapshotSerializer({
  test: (value) => Array.isArray(value),
  print: (value) => (value as string[]).map((sql) => `${readable(sql)};`).join('\n\n'),
});

/** The statements that `work` runs, each once, the check of the schema left out. */
async function statementsOf(work: () => Promise<unknown>, searchBudgets = BUDGETS, used?: Database): Promise<string[]> {
  db = used ?? new Database(kysely, () => 0, { searchBudgets });
  await db.assertSchemaFits();
  statements = [];
  valuesOf.clear();
  await work();
  return [...new Set(statements)];
}

beforeAll(async () => {
  database = await createTestDatabase();
  const groups = Object.entries({ acme: 'A', others: 'O' });
  const rows = groups.map(([identifier, external_ref]) => ({ identifier, external_ref }));
  await database.db.insertInto('groups').values(rows).execute();
  await database.db
    .insertInto('units')
    .values({ identifier: 'u-1', group_id: 1, city: 'Köln', latitude: 50.9375, longitude: 6.960279 })
    .execute();
  for (const id of [1, 2, 3]) {
    const dates = { start_date: '2026-01-01', end_date: '2026-12-31', move_in_date: '2026-01-01' };
    const [tenants, leases] = [database.db.insertInto('tenants'), database.db.insertInto('leases')];
    await tenants.values({ identifier: `t-${id}`, group_id: 1, external_ref: 'ref-1', active: true }).execute();
    await leases.values({ identifier: `l-${id}`, group_id: 1, unit_id: 1, ...dates }).execute();
    await insertLeaseTenants(database.db, [{ tenant_id: id, lease_id: id }]);
  }
  const landlord = { identifier: 'landlord', group_id: 1, active: true };
  const { insertId } = await database.db.insertInto('tenants').values(landlord).executeTakeFirstOrThrow();
  const leases = Array.from({ length: 13 }, (_, nth) => ({ id: 10 + nth, identifier: `own-${nth}`, group_id: 1 }));
  await database.db.insertInto('leases').values(leases).execute();
  await insertLeaseTenants(
    database.db,
    leases.map(({ id }) => ({ tenant_id: Number(insertId), lease_id: id })),
  );
  await insertTenantsWithLeases(database.db, 1, 'more', 120);
  await database.db.updateTable('tenants').set({ email_address: 't1@example.com', phone_number: '+4930' }).execute();
  const options = { poolSize: 1, connectTimeoutMs: 5000, onStatement };
  kysely = connect(readDatabaseAddress({ DATABASE_URL: database.url }), options);
});

afterAll(async () => {
  await kysely.destroy();
  await database.drop();
});

it.each(Object.keys(TENANT_QUESTIONS))('leases for a tenant by %s', async (name) => {
  expect(await statementsOf(() => pageOfLeases(asker(), TENANT_QUESTIONS[name]!, FIRST_PAGE))).toMatchSnapshot();
});

it.each(Object.keys(LEASE_QUESTIONS))('tenants of leases by %s', async (name) => {
  expect(await statementsOf(() => pageOfTenants(asker(), LEASE_QUESTIONS[name]!, FIRST_PAGE))).toMatchSnapshot();
});

it('a caller of all groups needs no statement to know its scope', async () => {
  const run = statementsOf(() => pageOfTenants(asker({ kind: 'all' }), {}, FIRST_PAGE));
  expect(await run).toMatchSnapshot();
});

it('memberships, backwards between two cursors, with all that a connection can tell', async () => {
  const request: PageRequest = { limit: 1, direction: 'backward', after: 1, before: 3 };
  const run = statementsOf(async () => {
    const session = asker({ kind: 'memberships', subject: 'nobody' });
    await paginate(groupsWithin(session.db.access, await session.scope()), request);
    const page = await pageOfLeases(asker(), TENANT_QUESTIONS['e-mail address']!, request);
    await page.hasNextPage();
    await page.hasPreviousPage();
    await page.count();
  });
  expect(await run).toMatchSnapshot();
});

it('records by id, and the leases of several tenants at once', async () => {
  const run = statementsOf(async () => {
    const session = asker();
    const tenants = [1, 2].map((rowId) => ({ kind: 'tenant' as const, rowId }));
    const found = await recordsInOrder(session, [{ kind: 'lease', rowId: 1 }, ...tenants, { kind: 'group', rowId: 1 }]);
    const tenantLeases = new TenantLeases(session);
    await Promise.all(
      found.map(async (one) => {
        if (one?.kind !== 'tenant') return;
        const page = await tenantLeases.of(one.record, '2026-03-15', FIRST_PAGE);
        await page.count();
      }),
    );
  });
  expect(await run).toMatchSnapshot();
});

it('every statement on units, tenants or leases holds its driving table to the scope, and every table joined to it to the same group', async () => {
  const sent: string[] = [];
  for (const budgets of [BUDGETS, SHORT_RUNGS]) {
    for (const question of Object.values(TENANT_QUESTIONS)) {
      sent.push(...(await statementsOf(() => pageOfLeases(asker(), question, FIRST_PAGE), budgets)));
    }
    for (const question of Object.values(LEASE_QUESTIONS)) {
      sent.push(...(await statementsOf(() => pageOfTenants(asker(), question, FIRST_PAGE), budgets)));
    }
  }
  // A hinted table stands without backticks.
  const onRecords = sent
    .map((sql) => sql.replaceAll('`', '').replace(/\s+/g, ' ').trim())
    .filter((sql) => new RegExp(`(?:from|join) ${RECORDS} `).test(sql));
  expect(onRecords.length).toBeGreaterThan(10);
  expect(unrouted(onRecords)).toEqual([]);
  for (const sql of onRecords) {
    const joins = new RegExp(
      `join ${RECORDS} as (\\w+) (?:force index \\(\\w+\\) )?on (.*?)(?= (?:inner|left) join | where |$)`,
      'g',
    );
    for (const [, alias, condition] of sql.matchAll(joins)) {
      const ofSameGroup = new RegExp(`\\b${alias}\\.group_id (?:\\+ 0 )?= \\w+\\.group_id`);
      // The ids of a page come from a query that has no group.
      if (condition === `${alias}.id = page.id`) expect(sql).toContain(` where ${alias}.group_id in (?)`);
      else expect(condition).toMatch(ofSameGroup);
    }
  }
});

it('what each search asks, whatever its caller sees, wherever its page begins and whatever was asked before', async () => {
  const others = Array.from({ length: 59 }, (_, nth) => `group-${nth}`);
  const rows = others.map((identifier) => ({ identifier }));
  await database.db.insertInto('groups').values(rows).execute();
  const grants = [LISTED, TWO_GROUPS, { kind: 'all' }, { kind: 'listed', identifiers: ['acme', ...others] }] as const;
  const pages: PageRequest[] = [
    { limit: 3, direction: 'forward' },
    { limit: 3, direction: 'forward', after: 12, before: 60 },
    { limit: 3, direction: 'backward', after: 2, before: 60 },
  ];
  const city = { address: { city: 'Köln' } };
  const month = { minMoveInDate: '2026-01-02', maxMoveInDate: '2026-01-31' };
  const winter = { minMoveInDate: '2025-11-02', maxMoveInDate: '2026-02-10' };
  const searches = [
    ...Object.values(TENANT_QUESTIONS).map((question) => [pageOfLeases, question] as const),
    ...[...Object.values(LEASE_QUESTIONS), city, month, winter].map((question) => [pageOfTenants, question] as const),
  ];
  const kinds = [
    ['usual', BUDGETS, new Database(kysely, () => 0)],
    ['short', SHORT_RUNGS, new Database(kysely, () => 0, { searchBudgets: SHORT_RUNGS })],
  ] as const;
  const [texts, asked] = [new Map<string, number>(), {} as Record<string, string>];
  const numberOf = (sql: string) => texts.get(sql) ?? texts.set(sql, texts.size + 1).size;
  for (const [find, question] of searches)
    for (const grant of grants)
      for (const page of pages)
        for (const [rungs, budgets, used] of kinds) {
          const ask = async (asked?: Database): Promise<string> => {
            let found = '';
            const work = async (): Promise<void> => {
              const { records, count } = await find(asker(grant), question, page);
              for (const { rowId } of records) found += ` ${rowId}`;
              await count();
            };
            const sent = await statementsOf(work, budgets, asked);
            return `${sent.map((sql) => `${numberOf(sql)} (${valuesOf.get(sql)})`).join(' ')} →${found}`;
          };
          const told = await ask();
          expect(await ask(used)).toBe(told);
          const groups = grant.kind === 'all' ? 'all' : grant.identifiers.length;
          asked[`${JSON.stringify(question)} in ${groups} groups, ${JSON.stringify(page)}, ${rungs} rungs`] = told;
        }
  expect({ asked, texts: [...texts.keys()].map((sql) => sql.replaceAll(/(?:, \?){20,}/g, ', …')) }).toMatchSnapshot();
});
