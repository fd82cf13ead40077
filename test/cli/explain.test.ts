/** `leasegate check --explain` shows how one lookup is answered. */

import { explainLookup } from '../../src/cli/explain';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { SHORT_RUNGS } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { leasegate } from './leasegate';

const EMAIL = 'somebody@example.com';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', 150);
  await database.db.updateTable('tenants').set({ email_address: EMAIL }).execute();
});
afterAll(() => database.drop());

const explain = (find: 'leases' | 'tenants', body: object, groups: readonly string[]) =>
  explainLookup({
    address: readDatabaseAddress({ DATABASE_URL: database.url }),
    find,
    body,
    groups: { kind: 'listed', identifiers: groups },
    today: '2026-06-15',
    searchBudgets: SHORT_RUNGS,
  });

test('it shows each rung with what its look said, each statement of the lookup with its plan, and the size of the answer', async () => {
  const lines = await explain('leases', { email_address: EMAIL }, ['acme']);
  const rungs = lines.filter((line) => /^rung/.test(line));
  expect(rungs).toEqual([
    'rung of 4 rows: passes the ids from 1 up to 5',
    'rung of 8 rows: passes the ids from 5 up to 13',
    'rung of 16 rows, the last: the server chooses the index',
  ]);
  expect(lines.filter((line) => /^\d+\.\d ms: select .*\?/.test(line)).length).toBeGreaterThan(2 * rungs.length);
  expect(lines.filter((line) => /^ {3}l (?:ref|range) leases_of_group \d+ rows/.test(line)).length).toBeGreaterThan(2);
  expect(lines.filter((line) => /information_schema|kysely_migration/.test(line))).toEqual([]);
  expect(lines.at(-1)).toBe('100 records, and more follow');
});

test('--groups names the groups of the caller, separated by commas', async () => {
  const args = ['check', '--explain', 'tenants', '--groups', 'nobody,acme'];
  const { status, stdout } = await leasegate(args, { DATABASE_URL: database.url }, '{}');
  expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '100 records, and more follow']);
});

test('it shows no value of the request and of no record', async () => {
  const text = (await explain('leases', { email_address: EMAIL }, ['acme'])).join('\n');
  for (const value of [EMAIL, 'somebody', 'acme']) expect(text).not.toContain(value);
});

test('a wrong body is refused without being repeated, and changes the exit status', async () => {
  const env = { DATABASE_URL: database.url };
  const { status, stdout, stderr } = await leasegate(['check', '--explain', 'tenants'], env, `["${EMAIL}"`);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Standard input must be the JSON object of a request body.');
  expect(stderr).not.toContain(EMAIL);
});
