import { sql } from 'kysely';

import { connect, type ConnectOptions } from '../../src/db/connect';
import { readDatabaseAddress } from '../../src/config/settings';
import { databaseUrl, serverKind } from '../support/database';
import { blockEventLoop } from '../support/event-loop';

/** Decision 62: the limits that the server reports. Our own deadline would hide a wrong limit. */

const open = (options: ConnectOptions) => connect(readDatabaseAddress({ DATABASE_URL: databaseUrl('mysql') }), options);

/** In the server's own unit. */
async function limitOf(options: ConnectOptions): Promise<number> {
  const db = open(options);
  const name = (await serverKind()) === 'mariadb' ? '@@max_statement_time' : '@@max_execution_time';
  const { rows } = await sql<{ said: number }>`select ${sql.raw(name)} as said`.execute(db);
  await db.destroy();
  return rows[0]!.said;
}

test.each([
  [2_500, { mariadb: 2.5, mysql: 2_500 }],
  [300, { mariadb: 0.3, mysql: 300 }],
  [undefined, { mariadb: 0, mysql: 0 }],
])('a statement timeout of %s ms reaches the server in its unit', async (statementTimeoutMs, expected) => {
  const limit = await limitOf({ poolSize: 1, connectTimeoutMs: 5_000, statementTimeoutMs });
  expect(limit).toBe(expected[await serverKind()]);
});

test('what the server answers while the event loop is blocked comes in time: a session, a statement, a connection', async () => {
  const db = open({ poolSize: 1, connectTimeoutMs: 300, statementTimeoutMs: 300 });
  const ask = async () => (await sql<{ id: number }>`select connection_id() as id`.execute(db)).rows[0]!.id;
  const first = [ask(), ask()];
  for (let turns = 0; turns < 3; turns += 1) {
    await new Promise(setImmediate);
    blockEventLoop(700);
  }
  const ids = await Promise.all(first);
  const later = [ask(), ask()];
  blockEventLoop(700);
  expect(new Set([...ids, ...(await Promise.all(later))]).size).toBe(1);
  await db.destroy();
});
