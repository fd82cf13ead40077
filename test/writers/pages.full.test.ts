/** Pages are read while writers insert, update, move and delete continuously (decisions 5 and 18, contract 5.5). */

import { sql } from 'kysely';

import { createRandom } from '../../ingest/seed/random';
import { Client } from '../oracle/compare/client';
import { loadWorld } from '../oracle/load';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { SHORT_RUNGS, startTestGateway, type TestGateway } from '../support/gateway';
import { Changes, KINDS } from './changes';
import { ASKERS, certain, QUESTIONS } from './questions';
import { households, worldOf } from './town';
import { type Walk, walk, WAYS } from './walks';
import { type Committed, write } from './writer';

const SEED = 20260315;
const READERS = 2;
const WRITERS = 2;

const town = households(SEED, 1500);
const walks: Walk[] = [];
const committed: Committed = { arrival: 0, departure: 0, move: 0, wandering: 0, 'bulk update': 0 };
let database: TestDatabase;
/** The searches of the second gateway take every rung, as in a large table. */
let gateways: TestGateway[] = [];

/** Every query with every transport and direction. The writers run as long as the readers. */
beforeAll(async () => {
  database = await createTestDatabase();
  await loadWorld(database.db, worldOf(town));
  const options = { databaseUrl: database.url };
  gateways = [await startTestGateway(options), await startTestGateway({ ...options, searchBudgets: SHORT_RUNGS })];
  const clients = gateways.map(({ url }) => new Client(url));

  const dice = createRandom(SEED + 1);
  const errands = QUESTIONS.flatMap((question, at) =>
    WAYS.map((way, turn) => ({
      client: clients[(at + turn) % clients.length]!,
      question,
      way,
      asker: ASKERS[(at + turn) % ASKERS.length]!,
      size: 50 + dice.below(51),
    })),
  );
  let done = false;
  const changes = new Changes(town, dice);
  const writers = Array.from({ length: WRITERS }, (_, at) =>
    write(database.url, changes, createRandom(SEED + 2 + at), committed, () => done),
  );
  const readers = Array.from({ length: READERS }, async () => {
    for (let errand = errands.shift(); errand !== undefined; errand = errands.shift()) {
      walks.push(await walk(errand.client, errand.question, errand.asker, errand.way, errand.size));
    }
  });
  await Promise.all([Promise.all(readers).finally(() => (done = true)), ...writers]);
}, 120_000);

afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await database?.drop();
});

/** The walks that have a problem, with the seed of the writers. `find` describes the problem. */
function expectNothing(find: (walk: Walk) => readonly string[]): void {
  const found = walks.flatMap((walk) => {
    const { question, asker, way } = walk;
    return find(walk).map((what) => `${question.name}, ${way}, ${asker.subject}: ${what}`);
  });
  expect({ seed: SEED, wrong: found.length, found: found.slice(0, 10) }).toEqual({ seed: SEED, wrong: 0, found: [] });
}

const named = (what: string, identifiers: readonly string[]): string[] =>
  identifiers.length === 0 ? [] : [`${what} ${identifiers.slice(0, 5).join(', ')} (${identifiers.length})`];

test('D5: no record is returned twice in one walk', () => {
  expectNothing(({ records }) => {
    const seen = new Set<string>();
    const again = records.filter(({ identifier }) => seen.size === seen.add(identifier).size);
    return named(
      'twice',
      again.map(({ identifier }) => identifier),
    );
  });
});

test('D5: every record that exists, is visible and matches throughout a walk is returned, in order', () => {
  expectNothing(({ records, question, asker }) => {
    const expected = certain(town, question, asker);
    const wanted = new Set(expected);
    const got = records.map(({ identifier }) => identifier).filter((identifier) => wanted.has(identifier));
    const there = new Set(got);
    const missing = expected.filter((identifier) => !there.has(identifier));
    return [
      ...named('missing', missing),
      ...(missing.length === 0 && got.join() !== expected.join() ? ['out of order'] : []),
    ];
  });
});

test('5.5: no answer contains a record of a hidden group, also while records move between groups', () => {
  expectNothing(({ records, asker }) => {
    const sight: readonly string[] = asker.sight;
    const hidden = records.filter(({ groups, beside }) =>
      [...groups, ...beside].some((group) => !sight.includes(group)),
    );
    return named(
      'hidden',
      hidden.map(({ identifier }) => identifier),
    );
  });
});

test('D18: a record shows one moment: fields of one group, a lease with its unit and its tenants', () => {
  expectNothing(({ records }) => {
    const mixed = records.filter(({ groups }) => groups.length > 1);
    const torn = records.filter((record) => record.torn);
    return [
      ...named(
        'of two groups',
        mixed.map(({ identifier, groups }) => `${identifier} ${groups.join('+')}`),
      ),
      ...named(
        'without unit or tenants',
        torn.map(({ identifier }) => identifier),
      ),
    ];
  });
});

test('D3, D5: a walk ends, only the last page may be empty, and every answer is a page', () => {
  expectNothing(({ faults }) => faults);
});

test('the columns that a lease-tenant pair copies from its lease are still right afterwards', async () => {
  const { rows } = await sql<{ pairs: number; untrue: number }>`
    select count(*) as pairs, count(*) - coalesce(sum(
      p.group_id = l.group_id and p.group_id = t.group_id and p.unit_key = coalesce(l.unit_id, 0)
      and p.move_in_day = l.move_in_date and p.move_in_month = extract(year_month from l.move_in_date)
    ), 0) as untrue
    from lease_tenants as p left join leases as l on l.id = p.lease_id left join tenants as t on t.id = p.tenant_id`.execute(
    database.db,
  );
  expect({ seed: SEED, untrue: rows[0]?.untrue }).toEqual({ seed: SEED, untrue: 0 });
  expect(rows[0]?.pairs).toBeGreaterThan(town.length);
});

test('the writers made every kind of change while the pages were read', () => {
  expect(KINDS.filter((kind) => committed[kind] === 0)).toEqual([]);
});
