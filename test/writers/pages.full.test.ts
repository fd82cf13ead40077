/** Pages are read while writers insert, update, move and delete continuously (decisions 5 and 18, contract 5.5). */

import { findDrift } from '../../ingest/check/faults';
import { createRandom } from '../../ingest/seed/random';
import { Client } from '../oracle/compare/client';
import { loadWorld } from '../oracle/load';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { SHORT_RUNGS, startTestGateway, type TestGateway } from '../support/gateway';
import { households, worldOf } from './town';
import { ASKERS, certain, QUESTIONS, type Walk, walk, WAYS } from './walks';
import { changesOf, write } from './writer';

const SEED = 20260315;

const town = households(SEED, 1500);
const walks: Walk[] = [];
const committed = new Map<string, number>();
const dice = createRandom(SEED + 1);
const changes = changesOf(town, dice);
let database: TestDatabase;
/** The searches of the second gateway take every rung, as in a large table. */
let gateways: TestGateway[] = [];

/** Every query with every transport and direction. Two writers run as long as the two readers. */
beforeAll(async () => {
  database = await createTestDatabase();
  await loadWorld(database.db, worldOf(town));
  const options = { databaseUrl: database.url };
  gateways = [await startTestGateway(options), await startTestGateway({ ...options, searchBudgets: SHORT_RUNGS })];
  const clients = gateways.map(({ url }) => new Client(url));
  const errands = QUESTIONS.flatMap((question, at) =>
    WAYS.map((way, turn) => ({ question, way, asker: ASKERS[(at + turn) % ASKERS.length]!, nth: at + turn })),
  );
  let done = false;
  const writers = [2, 3].map((nth) => write(database.url, changes, createRandom(SEED + nth), committed, () => done));
  const readers = [0, 1].map(async () => {
    for (let errand = errands.shift(); errand !== undefined; errand = errands.shift())
      walks.push(await walk(clients[errand.nth % clients.length]!, errand, 50 + dice.below(51)));
  });
  await Promise.all([Promise.all(readers).finally(() => (done = true)), ...writers]);
}, 120_000);

afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await database?.drop();
});

/** No walk has a record, or a fault, that `find` returns. */
function expectNothing(find: (walk: Walk) => readonly unknown[]): void {
  const found = walks.map((each) => {
    const { question, way, asker } = each;
    return { seed: SEED, question, way, asker: asker.subject, found: find(each).slice(0, 10) };
  });
  expect(found.filter((each) => each.found.length > 0)).toEqual([]);
}

test('D5: no record is returned twice in one walk', () => {
  expectNothing(({ records }) => {
    const names = records.map(({ identifier }) => identifier);
    return names.filter((name, at) => names.indexOf(name) !== at);
  });
});

test('D5: every record that exists, is visible and matches throughout a walk is returned, in order', () => {
  expectNothing((each) => {
    const expected = certain(town, each);
    const wanted = new Set(expected);
    const names = each.records.map(({ identifier }) => identifier).filter((name) => wanted.has(name));
    return names.join() === expected.join() ? [] : [{ names, expected }];
  });
});

test('5.5: no answer contains a record of a hidden group, also while records move between groups', () => {
  expectNothing(({ records, asker }) => {
    const sight: readonly string[] = asker.sight;
    return records.filter(({ groups, beside }) => [...groups, ...beside].some((group) => !sight.includes(group)));
  });
});

test('D18: a record shows one moment: fields of one group, a lease with its unit and its tenants', () => {
  expectNothing(({ records }) => records.filter(({ groups, torn }) => groups.length !== 1 || torn));
});

test('D3, D5: a walk ends, only the last page may be empty, and every answer is a page', () => {
  expectNothing(({ faults }) => faults);
});

test('the columns that a lease-tenant pair copies from its lease are still right afterwards', async () => {
  expect(await findDrift(database.db)).toEqual([]);
});

test('the writers made every kind of change while the pages were read', () => {
  expect([...committed.keys()].toSorted()).toEqual(Object.keys(changes).toSorted());
});
