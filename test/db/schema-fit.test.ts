import { sql } from 'kysely';

import { migrate, MIGRATION_NAMES } from '../../src/db/migrations/index';
import { checkSchema } from '../../src/db/schema-check';
import { VERSION } from '../../src/package';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { errorType, everyGroup, json, LEASES, send, sendGraphQL } from '../http/client';

/** The schema check, `/readyz` and every lookup report a schema that does not fit the program. */

let database: TestDatabase;
let gateway: TestGateway;

afterEach(async () => {
  await gateway.close();
  await database.drop();
});

async function saysUnfit(problem: string): Promise<void> {
  expect((await checkSchema(database.db)).problems).toEqual([problem]);

  gateway = await startTestGateway({ databaseUrl: database.url });
  const token = await everyGroup();
  const readiness = await send(`${gateway.adminUrl}/readyz`, { method: 'GET' });
  expect(readiness.status).toBe(503);
  expect(json(readiness)).toEqual({ status: 'unavailable', problems: [problem] });

  const rest = await send(gateway.url + LEASES, { token, body: { identifier: 'x' } });
  expect([rest.status, errorType(rest), rest.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
  expect(rest.text).not.toMatch(/schema|migrat|table/);
  const graphql = await sendGraphQL(gateway.url, { token });
  expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '1']);
  expect(json(graphql)).toMatchObject({
    errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', type: 'service_unavailable' } }],
  });
}

test('no schema at all', async () => {
  database = await createEmptyDatabase();
  await saysUnfit(`the schema lacks ${MIGRATION_NAMES.join(', ')}: run \`leasegate migrate\``);
});

const recorded = (name: string) => `insert into kysely_migration (name, timestamp) values ('${name}', 'now')`;

test.each([
  [
    'a missing migration',
    "delete from kysely_migration where name = '0007-caller-groups'",
    'the schema lacks 0007-caller-groups: run `leasegate migrate`',
  ],
  [
    'a migration of a newer program',
    recorded('0099-later'),
    'the schema is newer than this program: it has 0099-later',
  ],
  [
    'a migration of a newer release that needs that release',
    recorded('0099-later@999.0.0'),
    'the schema is newer than this program: it has 0099-later@999.0.0',
  ],
  [
    'a dropped column',
    'alter table tenants drop column first_name',
    'the table tenants is not as the migrations made it',
  ],
])('%s', async (_what, statement, problem) => {
  database = await createTestDatabase();
  await sql.raw(statement).execute(database.db);
  await saysUnfit(problem);
});

test('a migration of a newer release on which this one serves: lookups are answered, and `/readyz` names it', async () => {
  database = await createTestDatabase();
  await sql.raw(recorded(`0099-later@${VERSION}`)).execute(database.db);
  expect((await checkSchema(database.db)).problems).toEqual([]);

  gateway = await startTestGateway({ databaseUrl: database.url });
  const answer = await send(gateway.url + LEASES, { token: await everyGroup(), body: { identifier: 'nobody' } });
  expect(answer.status).toBe(200);
  expect(json(await send(`${gateway.adminUrl}/readyz`, { method: 'GET' }))).toEqual({
    status: 'ok',
    problems: [],
    newerMigrations: [`0099-later@${VERSION}`],
  });
});

test('after `migrate` lookups answer within seconds, without a restart', async () => {
  database = await createEmptyDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  const token = await everyGroup();
  const ask = async () => (await send(gateway.url + LEASES, { token, body: { identifier: 'x' } })).status;
  expect(await ask()).toBe(503);
  await migrate(database.db);

  expect((await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(200);
  const migrated = Date.now();
  let status = await ask();
  while (status === 503 && Date.now() - migrated < 20_000) status = await ask();
  expect(status).toBe(200);
});
