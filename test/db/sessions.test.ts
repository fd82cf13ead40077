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
  server = await startPrivateServer({ sql_mode: 'NO_BACKSLASH_ESCAPES' });
}, 120_000);

afterAll(() => server.stop());

test('without our session settings the injection would match every row', async () => {
  const connection = await createConnection(server.databaseUrl);
  const select = 'select n from (select 1 as n union all select 2) as rows_ where n = ?';
  const [rows] = await connection.query<RowDataPacket[]>(select, [INJECTION]);
  await connection.end();
  expect(rows).toHaveLength(2);
});

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
