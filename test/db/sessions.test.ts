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

/** Defaults of a server under which a session of its own would answer wrongly, answer less or refuse statements. */
const HOSTILE = {
  sql_mode: 'NO_BACKSLASH_ESCAPES',
  sql_select_limit: 1,
  max_join_size: 1,
  autocommit: 0,
  completion_type: 2,
  sql_safe_updates: 1,
  time_zone: '+09:00',
};

let server: PrivateServer;

beforeAll(async () => {
  server = await startPrivateServer(HOSTILE);
}, 120_000);

afterAll(() => server.stop());

test('without our session settings the injection would match every row', async () => {
  const connection = await createConnection(server.databaseUrl);
  const select = 'select count(*) as matching from (select 1 as n) as only where n = ?';
  const [rows] = await connection.query<RowDataPacket[]>(select, [INJECTION]);
  await connection.end();
  expect(rows).toEqual([{ matching: 1 }]);
});

test('lookups are whole and current, and an injection attempt matches nothing, in any field', async () => {
  const db = connect(readDatabaseAddress({ DATABASE_URL: server.databaseUrl }), COMMAND_CONNECTION);
  await migrate(db);
  const gateway = await startTestGateway({ databaseUrl: server.databaseUrl, env: { DATABASE_POOL_SIZE: '1' } });
  const token = await everyGroup();

  for (const name of ['north', 'south']) {
    await insertHousehold(db, name);
    const found = await send(gateway.url + LEASES, { token, body: { identifier: `${name}-tenant` } });
    expect(json(found)).toMatchObject({ leases: [{ identifier: `${name}-lease` }] });
  }
  for (const field of ['identifier', 'email_address', 'phone_number']) {
    const answer = await send(gateway.url + LEASES, { token, body: { [field]: INJECTION } });
    expect({ field, answer: json(answer) }).toEqual({ field, answer: { leases: [], last_id: -1 } });
  }
  for (const body of [{ identifier: INJECTION }, { group_id: INJECTION }, { address: { city: INJECTION } }])
    expect((await send(gateway.url + TENANTS, { token, body })).status).toBe(404);
  await gateway.close();
  await db.destroy();
});
