/** How many automatic persisted queries are kept (decision 64). */

import { createHash } from 'node:crypto';

import { everyGroup, json, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';

let database: TestDatabase;
let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  token = await everyGroup();
});
beforeEach(async () => {
  gateway = await startTestGateway({ databaseUrl: database.url, env: { AUTOMATIC_PERSISTED_QUERIES: 'on' } });
});
afterEach(() => gateway.close());
afterAll(() => database.drop());

/** The errors of an answer to a request by hash, and with its text if that is given. */
async function errorsOf(sha256Hash: string, query?: string): Promise<unknown> {
  const body = { query, extensions: { persistedQuery: { version: 1, sha256Hash } } };
  return (json(await send(`${gateway.url}/graphql`, { token, body })) as { errors?: unknown }).errors;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The numbers of the documents that are still known once all are registered. */
async function keptOf(count: number, text: (n: number) => string): Promise<number[]> {
  for (let n = 0; n < count; n += 1) expect(await errorsOf(hashOf(text(n)), text(n))).toBeUndefined();
  const kept: number[] = [];
  for (let n = 0; n < count; n += 1) if ((await errorsOf(hashOf(text(n)))) === undefined) kept.push(n);
  return kept;
}

test('the last 1,000 of 1,200 documents are kept', async () => {
  const kept = await keptOf(1200, (n) => `query Q${n} { viewer { subject } }`);
  expect(kept).toEqual(Array.from({ length: 1000 }, (_, n) => n + 200));
}, 300_000);

test('4 MB of large documents are kept', async () => {
  const kept = await keptOf(40, (n) => `query Q${n} { viewer { subject } } ${'#'.repeat(100_000)}`);
  expect(kept).toEqual(Array.from({ length: 20 }, (_, n) => n + 20));
});
