/** Decision 68: the duration of an answer is sent only where a setting asks for it. */

import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send, sendGraphQL } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
});
afterAll(() => database.drop());

/** The header of an answer over REST, of one over GraphQL, and of a refusal. */
async function headersWith(env: Readonly<Record<string, string>>): Promise<(string | null)[]> {
  const gateway = await startTestGateway({ databaseUrl: database.url, env });
  const token = await everyGroup();
  const answers = [
    await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } }),
    await sendGraphQL(gateway.url, { token }),
    await send(gateway.url + LEASES),
  ];
  await gateway.close();
  return answers.map(({ headers }) => headers.get('server-timing'));
}

test('off unless it is set', async () => {
  expect(await headersWith({})).toEqual([null, null, null]);
});

test('on: the whole, the authentication and the database, in milliseconds', async () => {
  const headers = await headersWith({ SERVER_TIMING: 'on' });
  const times = headers.map((header) => {
    const found = /^total;dur=([\d.]+), auth;dur=([\d.]+), db;dur=([\d.]+)$/.exec(header ?? '');
    return found?.slice(1).map(Number) ?? [];
  });
  for (const [total = 0, auth = 0, db = 0] of times.slice(0, 2)) {
    expect(total).toBeGreaterThan(0);
    expect(db).toBeGreaterThan(0);
    expect(auth).toBeLessThanOrEqual(total);
  }
  // Refused before any lookup.
  expect(times[2]?.[2]).toBe(0);
});
