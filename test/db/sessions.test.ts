import { sql } from 'kysely';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import { readDatabaseAddress } from '../../src/config/settings';
import { startTestGateway } from '../support/gateway';
import { everyGroup, json, LEASES, send, TENANTS } from '../http/client';
import { insertHousehold } from './household';
import { type PrivateServer, startPrivateServer } from './private-server';

/** What mysql2 quotes with a backslash, and a server without backslash escapes reads as the end of the text. */
const INJECTION = "\\' or 1=1 -- ";

let server: PrivateServer;

beforeAll(async () => {
  server = await startPrivateServer({
    sql_mode: 'NO_BACKSLASH_ESCAPES',
    time_zone: '-11:00',
    autocommit: 'OFF',
    // Has its say after the handshake, so the character set that we asked for there is gone, as under
    // skip-character-set-client-handshake. Accounts that administer the server are spared it.
    init_connect: 'set names latin1',
  });
}, 120_000);

afterAll(() => server.stop());

test('without our session settings the injection would match every row', async () => {
  const connection = await createConnection(server.databaseUrl);
  const select = 'select n from (select 1 as n union all select 2) as rows_ where n = ?';
  const [rows] = await connection.query<RowDataPacket[]>(select, [INJECTION]);
  await connection.end();
  expect(rows).toHaveLength(2);
});

test('every new connection sets sql_mode, time_zone, autocommit and its character set', async () => {
  const url = await limitedAccount(server.databaseUrl);
  const db = connect(readDatabaseAddress({ DATABASE_URL: url }), { ...COMMAND_CONNECTION, poolSize: 3 });
  const ask = sql<Session>`
    select @@session.sql_mode as mode, @@session.time_zone as zone, @@session.autocommit as autocommit,
      @@session.character_set_client as client, @@session.character_set_results as results,
      @@session.collation_connection as collation, sleep(0.1)`;
  const sessions = await Promise.all([1, 2, 3].map(() => ask.execute(db)));
  await db.destroy();
  for (const { rows } of sessions) {
    expect(rows[0]).toMatchObject({
      zone: '+00:00',
      autocommit: 1,
      client: 'utf8mb4',
      results: 'utf8mb4',
      collation: 'utf8mb4_bin',
    });
    expect(rows[0]?.mode.split(',')).toContain('STRICT_ALL_TABLES');
    expect(rows[0]?.mode).not.toContain('NO_BACKSLASH_ESCAPES');
  }
});

interface Session {
  readonly mode: string;
  readonly zone: string;
  readonly autocommit: number;
  readonly client: string;
  readonly results: string;
  readonly collation: string;
}

/** The URL of an account that may do everything in the database, and nothing to the server. */
async function limitedAccount(databaseUrl: string): Promise<string> {
  const connection = await createConnection(databaseUrl);
  await connection.query("create user limited@'127.0.0.1' identified by 'limited'");
  await connection.query("grant all on leasegate.* to limited@'127.0.0.1'");
  await connection.end();
  return Object.assign(new URL(databaseUrl), { username: 'limited', password: 'limited' }).href;
}

test('an injection attempt matches nothing, in any field', async () => {
  const db = connect(readDatabaseAddress({ DATABASE_URL: server.databaseUrl }), COMMAND_CONNECTION);
  await migrate(db);
  await insertHousehold(db, 'north');
  await db.destroy();
  const gateway = await startTestGateway({ databaseUrl: server.databaseUrl });
  const token = await everyGroup();

  const found = await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  expect(json(found)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
  for (const field of ['identifier', 'email_address', 'phone_number']) {
    const answer = await send(gateway.url + LEASES, { token, body: { [field]: INJECTION } });
    expect({ field, answer: json(answer) }).toEqual({ field, answer: { leases: [], last_id: -1 } });
  }
  for (const body of [{ identifier: INJECTION }, { group_id: INJECTION }, { address: { city: INJECTION } }]) {
    expect((await send(gateway.url + TENANTS, { token, body })).status).toBe(404);
  }
  await gateway.close();
});
