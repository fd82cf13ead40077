/**
 * P5 with so many hidden rows that they decide how an answer is found: the server's estimates, the rung of a search,
 * the index that it enters, how a count is made. Hidden units, tenants, leases, pairs, groups
 * and members are added and removed, before and after the server has renewed its statistics. No byte of an answer changes,
 * and few more rows are read for it.
 * `HIDDEN_ROWS` sets the number of hidden rows of each kind; `npm run test:hidden` uses 300,000.
 */

import { type Kysely, sql } from 'kysely';

import { FIRST_PAGE } from '../bench/scale/lookup';
import { Meter } from '../bench/scale/measure';
import { readDatabaseAddress } from '../src/config/settings';
import type { Tables } from '../src/db/tables';
import { pageOfLeases, pageOfTenants, Session } from '../src/lookups/find-records';
import type { TenantCriteria } from '../src/model/criteria';
import type { Answer } from './http/client';
import { Client } from './oracle/compare/client';
import { expectSame } from './oracle/compare/expect-same';
import { type Asker, isOpaque, opaqueTokenOf } from './oracle/generate/callers';
import { graphqlName } from './oracle/world';
import { createTestDatabase, sealDatabase, type TestDatabase } from './support/database';
import { startTestGateway, type TestGateway } from './support/gateway';
import { numbersBelow } from './support/records';
import { giveToken } from './support/opaque-tokens';

const HIDDEN_ROWS = Number(process.env.HIDDEN_ROWS || 20_000);
/** Rows of one statement: MySQL 9.7 keeps memory for each row with a generated column until the statement ends. */
const PIECE = 50_000;
const NOW = new Date('2026-03-15T12:00:00Z');
const OFFICE = 'office@example.org';

/** The number of units, tenants, leases and pairs of the town. Half of the units are in the city Half. */
const TOWN = 12_000;
/** More tenants than are read as a stream each. */
const OFFICE_TENANTS = 120;
const OFFICE_LEASES = 8_400;
const GROUPS = { town: 11, offices: 12, hidden: 13 } as const;

/** Every caller may see the town; those with two groups may also see the offices. No request names the hidden group. */
const ASKERS: Readonly<Record<string, Asker>> = {
  'a listed group': { subject: 'one', by: 'claim', sight: ['town'] },
  'two memberships': { subject: 'two', by: 'membership', sight: ['town', 'offices'] },
  'an opaque token': { subject: 'three', by: 'opaque token', sight: ['town', 'offices'] },
  'all groups, asking about one': { subject: 'four', by: 'claim', sight: 'all' },
};

interface Question {
  readonly find: 'tenants' | 'leases';
  readonly fields: Readonly<Record<string, unknown>>;
  /** The number of matches in the town; null if it is not counted. */
  readonly total: number | null;
}

const tenants = (fields: Question['fields'], total: number | null): Question => ({ find: 'tenants', fields, total });
const leases = (fields: Question['fields'], total: number): Question => ({ find: 'leases', fields, total });

const QUESTIONS: Readonly<Record<string, Question>> = {
  'tenants of any lease': tenants({}, null),
  'tenants by a wide range': tenants({ min_move_in_date: '2019-01-01' }, 9_810),
  'tenants by a day': tenants({ min_move_in_date: '2020-01-01', max_move_in_date: '2020-01-01' }, 6),
  'tenants by half of the town': tenants({ address: { city: 'Half' } }, TOWN / 2),
  'tenants by a rare state': tenants({ address: { state: 'Rare' } }, 120),
  'tenants by half of the town and a range': tenants(
    { min_move_in_date: '2019-01-01', address: { city: 'Half', country: 'Everywhere' } },
    4_905,
  ),
  'tenants by fields that exclude each other': tenants({ address: { city: 'Half', building_name: 'Late' } }, 0),
  'tenants by a coordinate': tenants({ address: { latitude: 41 } }, 1),
  'leases of one tenant': leases({ email_address: 't7@example.org' }, 1),
  'leases of the offices': leases({ email_address: OFFICE }, 0),
  'active leases of the offices': leases({ email_address: OFFICE, active: true }, 0),
};

let database: TestDatabase;
let gateway: TestGateway;
let client: Client;
let meter: Meter;

beforeAll(async () => {
  database = await createTestDatabase();
  await sealDatabase(database.url);
  await insertVisible(database.db);
  await analyze(database.db);
  gateway = await startTestGateway({ databaseUrl: database.url, now: () => NOW });
  client = new Client(gateway.url);
  meter = await Meter.open(readDatabaseAddress({ DATABASE_URL: database.url }));
}, 120_000);
afterAll(async () => {
  await meter.close();
  await gateway.close();
  await database.drop();
});

const run = async (db: Kysely<Tables>, ...statements: readonly ReturnType<typeof sql>[]): Promise<void> => {
  for (const statement of statements) await statement.execute(db);
};

const analyze = (db: Kysely<Tables>): Promise<void> =>
  run(db, sql`analyze table \`groups\`, units, tenants, leases, lease_tenants`);

/** Visible rows have even paging ids, hidden ones odd ones, so that they lie between each other; the sealed group has the first. */
async function insertVisible(db: Kysely<Tables>): Promise<void> {
  const { town, offices, hidden } = GROUPS;
  await run(
    db,
    sql`insert into \`groups\` (id, identifier) values (${town}, 'town'), (${offices}, 'offices'), (${hidden}, 'hidden')`,
    sql`insert into units (id, identifier, group_id, city, state, country, building_name, latitude, longitude)
      select 2 * n + 12, concat('unit-', n), ${town}, if(n < ${TOWN / 2}, 'Half', 'Rest'), if(n % 100 = 7, 'Rare', 'Usual'),
        'Everywhere', if(n < ${TOWN / 2}, 'Early', 'Late'), 40 + n * 0.001, 10 from ${numbersBelow(TOWN)}`,
    sql`insert into tenants (id, identifier, group_id, email_address)
      select 2 * n + 12, concat('tenant-', n), ${town}, concat('t', n, '@example.org') from ${numbersBelow(TOWN)}`,
    sql`insert into leases (id, identifier, group_id, unit_id, start_date, end_date, move_in_date)
      select 2 * n + 12, concat('lease-', n), ${town}, 2 * n + 12, '1995-06-01', '2031-01-01',
        date_add('2018-01-01', interval n % 2000 day) from ${numbersBelow(TOWN)}`,
    sql`insert into tenants (id, identifier, group_id, email_address)
      select 2 * (${TOWN} + n) + 12, concat('office-', n), ${offices}, ${OFFICE} from ${numbersBelow(OFFICE_TENANTS)}`,
    sql`insert into leases (id, identifier, group_id, start_date, end_date, move_in_date)
      select 2 * (${TOWN} + n) + 12, concat('office-lease-', n), ${offices}, date_add('1990-01-01', interval n day), '2030-06-01',
        '2021-05-01' from ${numbersBelow(OFFICE_LEASES)}`,
    sql`insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
      select if(group_id = ${town}, id, 2 * (${TOWN} + (id div 2 - 6 - ${TOWN}) % ${OFFICE_TENANTS}) + 12), id, group_id,
        unit_key, move_in_day, move_in_month from leases
      where group_id in (${town}, ${offices})`,
    sql`insert into callers (id, subject) values (11, 'two')`,
    sql`insert into caller_groups (caller_id, group_id) values (11, ${town}), (11, ${offices})`,
  );
  for (const asker of Object.values(ASKERS).filter(isOpaque)) {
    await giveToken(db, { token: opaqueTokenOf(asker), subject: asker.subject, groups: asker.sight as string[] });
  }
}

const pieces = (rows: number): [from: number, count: number][] =>
  Array.from({ length: Math.ceil(rows / PIECE) }, (_, at) => [at * PIECE, Math.min(PIECE, rows - at * PIECE)]);

/** They match every request that a visible row matches. */
async function insertHiddenUnits(db: Kysely<Tables>): Promise<void> {
  for (const [from, count] of pieces(HIDDEN_ROWS)) {
    await sql`insert into units (id, identifier, group_id, city, state, country, building_name, latitude, longitude)
      select 2 * (${from} + n) + 11, concat('hidden-', ${from} + n), ${GROUPS.hidden}, 'Half', 'Rare', 'Everywhere', 'Late', 41, 10
      from ${numbersBelow(count)}`.execute(db);
  }
}

async function insertHiddenResidents(db: Kysely<Tables>): Promise<void> {
  for (const [from, count] of pieces(HIDDEN_ROWS)) {
    const id = sql`2 * (${from} + n) + 11`;
    await run(
      db,
      sql`insert into tenants (id, identifier, group_id, email_address)
        select ${id}, concat('hidden-', ${from} + n), ${GROUPS.hidden}, ${OFFICE} from ${numbersBelow(count)}`,
      sql`insert into leases (id, identifier, group_id, unit_id, start_date, end_date, move_in_date)
        select ${id}, concat('hidden-', ${from} + n), ${GROUPS.hidden}, ${id}, '2020-01-01', '2031-01-01',
          date_add('1950-01-01', interval (${from} + n) % 30000 day) from ${numbersBelow(count)}`,
      sql`insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
        select id, id, group_id, unit_key, move_in_day, move_in_month from leases
        where group_id = ${GROUPS.hidden} and id > ${2 * from + 10} and id <= ${2 * (from + count) + 10}`,
    );
  }
}

const insertHiddenGroups = (db: Kysely<Tables>): Promise<void> =>
  run(
    db,
    sql`insert into \`groups\` (id, identifier) select 1000 + n, concat('group-', n) from ${numbersBelow(500)}`,
    sql`insert into callers (id, subject) select 1000 + n, concat('caller-', n) from ${numbersBelow(500)}`,
    sql`insert into caller_groups (caller_id, group_id)
      select 1000 + n, g.id from ${numbersBelow(500)} join \`groups\` as g on g.id in (${GROUPS.town}, ${GROUPS.hidden})`,
  );

const deleteHidden = (db: Kysely<Tables>): Promise<void> =>
  run(
    db,
    ...['lease_tenants', 'leases', 'tenants', 'units'].map(
      (table) => sql`delete from ${sql.table(table)} where group_id = ${GROUPS.hidden}`,
    ),
    sql`delete from callers where id >= 1000`,
    sql`delete from \`groups\` where id >= 1000`,
  );

const CHANGES: readonly (readonly [name: string, change: (db: Kysely<Tables>) => Promise<void>])[] = [
  ['hidden units', insertHiddenUnits],
  ['statistics with hidden units', analyze],
  [
    'hidden tenants, leases, pairs, groups and members',
    (db) => insertHiddenResidents(db).then(() => insertHiddenGroups(db)),
  ],
  ['statistics with all of them', analyze],
  ['everything hidden is gone', deleteHidden],
  ['statistics without it', analyze],
];

/** The fields of REST by their GraphQL names. */
const renamed = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      graphqlName(name),
      typeof value === 'object' && value !== null ? renamed(value as object) : (value as unknown),
    ]),
  );

/** A caller of every group asks about one group: the others are hidden from the answer. */
const asksAboutTown = ({ sight }: Asker): boolean => sight === 'all';

function askRest({ find, fields }: Question, asker: Asker): Promise<Answer> {
  const body = { ...fields, ...(asksAboutTown(asker) && { group_id: 'town' }) };
  return client.rest(asker, find === 'tenants' ? 'tenants' : 'find-for-tenant', JSON.stringify(body));
}

/** The ends of a list and everything that a connection reports about it. */
function askGraphql({ find, fields: { active, ...fields } }: Question, asker: Asker): Promise<Answer> {
  const told =
    '{ totalCount totalCountProblem edges { cursor node { identifier } } pageInfo { hasNextPage hasPreviousPage } }';
  const list = find === 'tenants' ? 'tenantsByLease(lease: $it,' : 'leasesForTenant(tenant: $it, activeOn: $activeOn,';
  const head = find === 'tenants' ? '$it: LeaseMatch' : '$it: TenantMatch!, $activeOn: LocalDate';
  const query = `query (${head}) { first: ${list} first: 3) ${told} last: ${list} last: 3) ${told} }`;
  const it = { ...renamed(fields), ...(asksAboutTown(asker) && { group: { identifier: 'town' } }) };
  return client.graphql(asker, query, { it, ...(active === true && { activeOn: '2026-03-15' }) });
}

/** Two callers see the same groups: each asks every other question. */
const asks = (caller: string, nth: number): boolean =>
  caller === 'two memberships' ? nth % 2 === 0 : caller === 'an opaque token' ? nth % 2 === 1 : true;

const PASSING = new Set(['date', 'x-request-id']);

async function replies() {
  const given: unknown[] = [];
  for (const [caller, asker] of Object.entries(ASKERS)) {
    for (const [nth, [name, question]] of Object.entries(QUESTIONS).entries()) {
      if (!asks(caller, nth)) continue;
      for (const ask of [askRest, askGraphql]) {
        const { status, headers, text } = await ask(question, asker);
        const heads = Object.fromEntries([...headers].filter(([key]) => !PASSING.has(key)));
        given.push({ caller, name, status, heads, text });
      }
    }
  }
  return given;
}

/** The rows that are read for a page and its total count, of who may see the town. */
async function rowsRead({ find, fields: { active, ...fields } }: Question): Promise<number> {
  const token = { kind: 'jwt', id: null } as const;
  const groups = { kind: 'listed', identifiers: ['town'] } as const;
  const caller = { subject: null, token, tokenExpiresAt: null, groups };
  const { rows } = await meter.measure(async () => {
    const session = new Session(meter.database, caller);
    if (find === 'tenants') return (await pageOfTenants(session, renamed(fields), FIRST_PAGE)).count();
    const question = { ...(renamed(fields) as TenantCriteria), ...(active === true && { activeOn: '2026-03-15' }) };
    return (await pageOfLeases(session, question, FIRST_PAGE)).count();
  });
  return rows;
}

describe('with hidden rows by the thousand', () => {
  let before: readonly unknown[];
  const rowsBefore = new Map<string, number>();
  beforeAll(async () => {
    before = await replies();
    for (const [name, question] of Object.entries(QUESTIONS)) rowsBefore.set(name, await rowsRead(question));
  }, 120_000);

  const totalOf = async (question: Question, caller: string): Promise<number | null> => {
    const { text } = await askGraphql(question, ASKERS[caller]!);
    return (JSON.parse(text) as { data: { first: { totalCount: number | null } } }).data.first.totalCount;
  };

  test.each(Object.entries(QUESTIONS))('%s are counted in the town', async (_name, question) => {
    expect(await totalOf(question, 'a listed group')).toBe(question.total);
  });

  test('all leases of the offices are counted for who may see them', async () => {
    expect(await totalOf(QUESTIONS['leases of the offices']!, 'two memberships')).toBe(OFFICE_LEASES);
  });

  // One world goes through all changes: each test begins where the one before ended.
  test.each(CHANGES)(
    '%s: no byte changes, and less than 1,000 more rows are read',
    async (_name, change) => {
      await change(database.db);
      expectSame(await replies(), before);
      // A search of a range also reads the first rows of each month in which anybody moved in (SECURITY.md).
      for (const [name, question] of Object.entries(QUESTIONS))
        expect([name, (await rowsRead(question)) - rowsBefore.get(name)! < 1_000]).toEqual([name, true]);
    },
    600_000,
  );
});
