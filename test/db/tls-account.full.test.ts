import { createConnection } from 'mysql2/promise';

import { everyGroup, LEASES, send } from '../http/client';
import { createTestDatabase, databasePrefix, serverUrl, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { runOnServer } from '../support/server';
import { creation, grantsOnTables, servingUrl } from '../support/serving-account';

/** `ssl=` with an account that the server lets in by TLS alone: `REQUIRE SSL` as `docs/operate/database.md` has it. */

const USER = (): string => `${databasePrefix()}encrypted`;

let database: TestDatabase;
let offersTls: boolean;
let gateway: TestGateway | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  const statements = creation(USER()).map((statement) => statement.replace(/;$/, ' REQUIRE SSL;'));
  await runOnServer([...statements, ...grantsOnTables(new URL(database.url).pathname.slice(1), USER())]);
  offersTls = await createConnection({ uri: serverUrl(), ssl: { rejectUnauthorized: false } }).then(
    (connection) => connection.end().then(() => true),
    () => false,
  );
});

afterEach(() => gateway?.close());

afterAll(async () => {
  await runOnServer([`drop user '${USER()}'@'%'`]);
  await database.drop();
});

/** What such a gateway says at its start, and the status of a lookup. */
async function servedWith(ssl: string): Promise<{ problems: readonly string[]; status: number }> {
  const url = Object.assign(new URL(servingUrl(database.url)), { username: USER(), search: `ssl=${ssl}` });
  gateway = await startTestGateway({ databaseUrl: database.url, env: { DATABASE_URL: url.href } });
  const { status } = await send(gateway.url + LEASES, { token: await everyGroup(), body: { identifier: 'x' } });
  return { problems: await gateway.problems(), status };
}

test('off: refused', async () => {
  expect(await servedWith('off')).toEqual({
    problems: ['the database refuses this account, its password or a connection without TLS'],
    status: 503,
  });
});

test('require: served where the server offers TLS, else no connection', async () => {
  const problems = offersTls ? [] : ['the database offers no TLS, and its URL asks for it (ssl=)'];
  expect(await servedWith('require')).toEqual({ problems, status: offersTls ? 200 : 503 });
});
