/** A lookup never waits for a writer: it reads the committed rows. */

import { type ControlledTransaction, sql } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import type { Tables } from '../../src/db/tables';
import { readDatabaseAddress } from '../../src/config/settings';
import { createRandom } from '../../ingest/seed/random';
import { Client } from '../oracle/compare/client';
import { loadWorld } from '../oracle/load';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { Changes, KINDS } from './changes';
import { type LockWatch, watchLocks } from './lock-watch';
import { ASKERS, QUESTIONS } from './questions';
import { households, worldOf } from './town';
import { type Walk, walk, WAYS } from './walks';
import { until } from '../support/until';

const SEED = 20260316;
const PAGE = 100;
const town = households(SEED, 110);
const cases = QUESTIONS.flatMap((question, at) =>
  WAYS.map((way, turn) => ({ question, way, asker: ASKERS[(at + turn) % ASKERS.length]! })),
);

let database: TestDatabase;
let gateway: TestGateway;
let client: Client;
let writer: TestDatabase['db'];
let watch: LockWatch;
let transaction: ControlledTransaction<Tables> | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadWorld(database.db, worldOf(town));
  // A lookup that waits for the writer times out. No walk may contain that answer.
  gateway = await startTestGateway({ databaseUrl: database.url, env: { STATEMENT_TIMEOUT_MS: '3000' } });
  client = new Client(gateway.url);
  writer = connect(readDatabaseAddress({ DATABASE_URL: database.url }), COMMAND_CONNECTION);
});
beforeEach(async () => {
  watch = await watchLocks(database.url);
});
afterEach(async () => {
  await rollBack();
  await watch?.stop();
});
afterAll(async () => {
  await gateway?.close();
  await writer?.destroy();
  await database?.drop();
});

async function rollBack(): Promise<void> {
  await transaction?.rollback().execute();
  transaction = undefined;
}

/** Every lease, tenant, unit and pair changes, a group is new, and nothing is committed. */
async function changeEverything(): Promise<ControlledTransaction<Tables>> {
  transaction = await writer.startTransaction().execute();
  const random = createRandom(SEED);
  const changes = new Changes(town, random);
  for (const kind of KINDS) await changes.draw(kind, random)?.(transaction);
  await sql`update leases set move_in_date = adddate(move_in_date, 400), deposit = 1, end_date = '2001-01-01'`.execute(
    transaction,
  );
  await sql`update tenants set email_address = 'moved@example.org', phone_number = '1', external_ref = 'none'`.execute(
    transaction,
  );
  await sql`update units set city = 'Berlin'`.execute(transaction);
  await transaction.insertInto('groups').values({ identifier: 'new' }).execute();
  return transaction;
}

async function answers(): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { question, way, asker } of cases) {
    walks.push(await walk(client, question, asker, way, PAGE));
    // One waiting lookup is enough to fail, and each takes long.
    if (walks.at(-1)?.faults.length !== 0) break;
  }
  return walks;
}

test('D5: while a writer holds every row uncommitted, every lookup returns the committed rows', async () => {
  const before = await answers();
  expect(before.flatMap(({ faults }) => faults)).toEqual([]);
  const held = await changeEverything();

  expect(await answers()).toEqual(before);
  expect([...watch.waits]).toEqual([]);

  // The writer is still active, so no lookup was answered because the writer ended.
  const pending = await held.selectFrom('units').select('id').where('city', '=', 'Berlin').execute();
  expect(pending).not.toEqual([]);
}, 120_000);

test('a statement that does lock is found waiting, so the test above would find a lookup that does', async () => {
  await changeEverything();
  const locking = sql`select count(*) from lease_tenants lock in share mode`.execute(database.db);
  await until(() => watch.waits.size !== 0);
  await rollBack();
  await locking;
  expect([...watch.waits]).toEqual([expect.stringContaining('lock in share mode')]);
});
