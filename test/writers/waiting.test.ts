/** A lookup never waits for a writer: it reads the committed rows. */

import { type ControlledTransaction, sql } from 'kysely';

import { createRandom } from '../../ingest/seed/random';
import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import type { Tables } from '../../src/db/tables';
import { Client } from '../oracle/compare/client';
import { loadWorld } from '../oracle/load';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { households, worldOf } from './town';
import { ASKERS, QUESTIONS, type Walk, walk, WAYS } from './walks';
import { changesOf } from './writer';

const SEED = 20260316;
const town = households(SEED, 110);

let database: TestDatabase;
let gateway: TestGateway;
let writer: TestDatabase['db'];
let transaction: ControlledTransaction<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadWorld(database.db, worldOf(town));
  // A lookup that waits for the writer, who never ends, times out. No walk may contain that answer.
  gateway = await startTestGateway({ databaseUrl: database.url, env: { STATEMENT_TIMEOUT_MS: '3000' } });
  writer = connect(readDatabaseAddress({ DATABASE_URL: database.url }), COMMAND_CONNECTION);
});
afterAll(async () => {
  await transaction?.rollback().execute();
  await gateway?.close();
  await writer?.destroy();
  await database?.drop();
});

/** Every lease, tenant, unit and pair changes, a group is new, and nothing is committed. */
async function changeEverything(): Promise<void> {
  transaction = await writer.startTransaction().execute();
  const random = createRandom(SEED);
  for (const draw of Object.values(changesOf(town, random))) await draw(random)?.(transaction);
  for (const statement of [
    sql`update leases set move_in_date = adddate(move_in_date, 400), deposit = 1, end_date = '2001-01-01'`,
    sql`update tenants set email_address = 'moved@example.org', phone_number = '1', external_ref = 'none'`,
    sql`update units set city = 'Berlin'`,
  ])
    await statement.execute(transaction);
  await transaction.insertInto('groups').values({ identifier: 'new' }).execute();
}

async function answers(): Promise<Walk[]> {
  const client = new Client(gateway.url);
  const walks: Walk[] = [];
  for (const [at, question] of QUESTIONS.entries())
    for (const [turn, way] of WAYS.entries()) {
      walks.push(await walk(client, { question, way, asker: ASKERS[(at + turn) % ASKERS.length]! }, 100));
      // One waiting lookup is enough to fail, and each takes long.
      if (walks.at(-1)?.faults.length !== 0) return walks;
    }
  return walks;
}

test('D5: while a writer holds every row uncommitted, every lookup returns the committed rows', async () => {
  const before = await answers();
  expect(before.flatMap(({ faults }) => faults)).toEqual([]);
  await changeEverything();
  expect(await answers()).toEqual(before);

  // The writer still holds them, so no lookup was answered because the writer ended.
  await database.db.connection().execute(async (other) => {
    await sql`set session innodb_lock_wait_timeout = 1`.execute(other);
    const locking = sql`select count(*) from lease_tenants lock in share mode`.execute(other);
    await expect(locking).rejects.toThrow('longer than allowed');
  });
}, 120_000);
