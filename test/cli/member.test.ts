import { linesOf } from '../audit/kept-trail';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { servingUrl } from '../support/serving-account';
import { commandHere } from './command-here';
import type { Ended } from './leasegate';

/** Decision 30: `leasegate member` manages the groups of callers without a groups claim. */

const DONE: Ended = { status: 0, stdout: '', stderr: '' };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const identifier of ['north', 'south', 'ost & west', '*'])
    await database.db.insertInto('groups').values({ identifier }).execute();
});

afterAll(() => database.drop());

const member = (...args: string[]): Promise<Ended> => commandHere(['member', ...args], { DATABASE_URL: database.url });
const listed = async (subject: string): Promise<string> => (await member('list', '--subject', subject)).stdout;

test('add, list and remove can be repeated', async () => {
  expect(await member('add', '--subject', 'jane', '--groups', 'south,north')).toEqual(DONE);
  expect(await member('add', '--subject', 'jane', '--groups', 'north,ost & west')).toEqual(DONE);
  expect(await listed('jane')).toBe('north\nsouth\nost & west\n');
  expect(await member('remove', '--subject', 'jane', '--groups', 'south')).toEqual(DONE);
  expect(await member('remove', '--subject', 'jane', '--groups', 'south')).toEqual(DONE);
  expect(await listed('jane')).toBe('north\nost & west\n');
});

test('unknown groups and unknown callers end with status 1 and change nothing', async () => {
  const unknown = await member('add', '--subject', 'max', '--groups', 'north,nowhere');
  expect(unknown).toEqual({ status: 1, stdout: '', stderr: 'No group has the identifier nowhere.\n' });
  // A subject has up to 255 characters, each of which may be two code units.
  for (const subject of ['max', '𝄞'.repeat(255)])
    expect(await member('list', '--subject', subject)).toEqual({ status: 1, stdout: '', stderr: 'No such caller.\n' });
  expect(await member('remove', '--subject', 'max', '--groups', 'north')).toEqual(DONE);
});

test('`list` without a subject prints every caller; access to all groups is separate from single groups', async () => {
  for (const groups of ['*', 'north']) await member('add', '--subject', 'kim', '--groups', groups);
  expect(await listed('kim')).toBe('*\nnorth\n');
  const { stdout: json } = await member('list', '--subject', 'kim', '--json');
  expect(JSON.parse(json)).toEqual({ subject: 'kim', allGroups: true, groups: ['north'] });
  const { status, stdout } = await member('list');
  expect(status).toBe(0);
  expect(linesOf(stdout)).toEqual([
    { subject: 'jane', allGroups: false, groups: ['north', 'ost & west'] },
    { subject: 'kim', allGroups: true, groups: ['north'] },
  ]);
  expect(await member('remove', '--subject', 'kim', '--groups', '*')).toEqual(DONE);
  expect(await listed('kim')).toBe('north\n');
});

test('an account without a right learns which right on which table', async () => {
  const env = { DATABASE_URL: servingUrl(database.url) };
  const { status, stderr } = await commandHere(['member', 'add', '--subject', 'kim', '--groups', 'north'], env);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The database refuses this account the right INSERT(, UPDATE)? on the table callers\.\n$/);
});
