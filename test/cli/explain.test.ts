/** `leasegate check --explain` shows how one lookup is answered. */

import { COMMANDS } from '../../ingest/commands';
import { explainLookup } from '../../src/cli/explain';
import { readDatabaseAddress } from '../../src/config/settings';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { SHORT_RUNGS } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { commandHere } from './command-here';
import { leasegate } from './leasegate';

const EMAIL = 'somebody@example.com';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', 150);
  await database.db.updateTable('tenants').set({ email_address: EMAIL }).execute();
});
afterAll(() => database.drop());

test('it shows each rung with what its look said, each statement with its plan, the size of the answer, and no value', async () => {
  const address = readDatabaseAddress({ DATABASE_URL: database.url });
  const groups = { kind: 'listed', identifiers: ['acme'] } as const;
  const explained = (find: 'leases' | 'tenants', body: object) =>
    explainLookup({ address, find, body, groups, today: '2026-06-15', searchBudgets: SHORT_RUNGS });
  const rungsIn = (all: readonly string[]) => all.filter((line) => /^rung/.test(line));
  const lines = await explained('leases', { email_address: EMAIL });
  const rungs = rungsIn(lines);
  expect(rungs).toEqual([
    'rung of 4 rows: passes the ids from 1 up to 5',
    'rung of 8 rows: passes the ids from 5 up to 13',
    'rung of 16 rows, the last: the server chooses the index',
  ]);
  expect(lines.filter((line) => /^\d+\.\d ms: select .*\?/.test(line)).length).toBeGreaterThan(2 * rungs.length);
  expect(lines.filter((line) => /^ {3}l (?:ref|range) leases_of_group \d+ rows/.test(line)).length).toBeGreaterThan(2);
  expect(lines.filter((line) => /information_schema|kysely_migration/.test(line))).toEqual([]);
  expect(lines.at(-1)).toBe('100 records, and more follow');
  for (const value of [EMAIL, 'somebody', 'acme']) expect(lines.join('\n')).not.toContain(value);
  const [inPast, inCity] = [{ max_move_in_date: '2001-01-31' }, { address: { city: 'x' } }];
  expect([...rungsIn(await explained('tenants', inPast)), ...rungsIn(await explained('tenants', inCity))]).toEqual([
    'rung of 4 rows: nothing can match',
    'rung of 4 rows: reads by units_city, which has few rows',
  ]);
});

test.each([
  [[], '100 records, and more follow'],
  [['--groups', 'nobody,acme'], '100 records, and more follow'],
  [['--groups', 'nobody'], '0 records'],
])('--groups names the groups of the caller, by default all: %j', async (groups, answer) => {
  const args = ['check', '--explain', 'tenants', ...groups];
  const { status, stdout } = await commandHere(args, { DATABASE_URL: database.url }, '{}', COMMANDS);
  expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, answer]);
});

test.each([
  ['Etc/GMT+12', '100 records, and more follow'],
  ['Pacific/Kiritimati', '0 records'],
])('a lease until 2026-12-31 is active on the date of that moment in %s: %s', async (BUSINESS_TIME_ZONE, answer) => {
  // The connection needs real timers.
  const real = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const;
  jest.useFakeTimers({ now: new Date('2026-12-31T11:30Z'), doNotFake: [...real, 'performance'] });
  const env = { DATABASE_URL: database.url, BUSINESS_TIME_ZONE };
  const body = JSON.stringify({ email_address: EMAIL, active: true });
  const { stdout } = await commandHere(['check', '--explain', 'leases'], env, body, COMMANDS);
  jest.useRealTimers();
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(answer);
});

test('a wrong body is refused without being repeated, and changes the exit status', async () => {
  const env = { DATABASE_URL: database.url };
  const { status, stdout, stderr } = await leasegate(['check', '--explain', 'tenants'], env, `["${EMAIL}"`);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Standard input must be the JSON object of a request body.');
  expect(stderr).not.toContain(EMAIL);
});
