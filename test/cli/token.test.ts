import { tokenHash } from '../../src/auth/opaque-token';
import { seenWith, send, TENANTS } from '../http/client';
import { linesOf } from '../audit/kept-trail';
import { insertHousehold } from '../db/household';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { unknownToken } from '../support/opaque-tokens';
import { servingUrl } from '../support/serving-account';
import { TEST_SECRET } from '../support/tokens';
import { commandHere } from './command-here';
import { type Ended, leasegate } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

/** `leasegate token`: a created or imported token works for REST and GraphQL, and is shown only once. */

const HOUR = 60 * 60 * 1000;

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of ['north', 'south']) await insertHousehold(database.db, name);
});

beforeEach(async () => {
  await database.db.deleteFrom('opaque_tokens').execute();
  const env = { AUTH_REMEMBER_SECONDS: '0' };
  gateway = await startTestGateway({ databaseUrl: database.url, sealed: false, env });
});

afterEach(() => gateway.close());
afterAll(() => database.drop());

const run = (args: readonly string[], input?: string): Promise<Ended> =>
  commandHere(['token', ...args], { DATABASE_URL: database.url }, input);

/** What `list` prints for every token. */
async function listed(): Promise<Record<string, unknown>[]> {
  const { stdout, ...ended } = await run(['list']);
  expect(ended).toEqual({ status: 0, stderr: '' });
  return linesOf(stdout);
}

/** The tenants that a token gives access to; undefined once it is refused. */
async function tenantsSeen(token: string): Promise<readonly string[] | undefined> {
  const { status } = await send(gateway.url + TENANTS, { token, body: {} });
  return status === 401 ? undefined : (await seenWith(gateway.url, token, [])).tenants;
}

async function created(...options: readonly string[]): Promise<{ token: string; id: string }> {
  const { status, stdout, stderr } = await run(['create', '--subject', 'billing', ...options]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^leasegate_[0-9A-Za-z]{49}\n$/);
  const { id = '' } = /^This is token (?<id>\d+)\. It cannot be shown again/.exec(stderr)?.groups ?? {};
  return { token: stdout.trim(), id };
}

test('create, list and revoke, with a lifetime in hours or days', async () => {
  const south = await created('--groups', 'south');
  const every = await created('--groups', '*', '--expires', '12h');
  const member = await created('--expires', '30d');
  expect(await tenantsSeen(south.token)).toEqual(['south-tenant']);
  expect(await tenantsSeen(every.token)).toEqual(['north-tenant', 'south-tenant']);
  expect(await tenantsSeen(member.token)).toEqual([]);

  const all = await listed();
  const subject = 'billing';
  const common = { subject, created: expect.any(String), revoked: null };
  expect(all).toEqual([
    { ...common, id: Number(south.id), groups: ['south'], expires: null },
    { ...common, id: Number(every.id), groups: '*', expires: expect.any(String) },
    { ...common, id: Number(member.id), groups: null, expires: expect.any(String) },
  ]);
  const [, halfDay, month] = all.map(
    ({ created: from, expires: to }) => Date.parse(String(to)) - Date.parse(String(from)),
  );
  expect([halfDay, month]).toEqual([12 * HOUR, 30 * 24 * HOUR]);
  for (const { token } of [south, every, member]) {
    expect(JSON.stringify(all)).not.toContain(token.slice(-12));
    expect(JSON.stringify(all)).not.toContain(tokenHash(token).toString('hex'));
  }

  const done = { status: 0, stdout: '', stderr: '' };
  expect(await run(['revoke', south.id])).toEqual(done);
  const [revoked] = await listed();
  expect(revoked).toMatchObject({ id: Number(south.id), revoked: expect.any(String) });
  expect(await run(['revoke', south.id])).toEqual(done);
  expect((await listed())[0]).toEqual(revoked);
  expect(await tenantsSeen(south.token)).toBeUndefined();
  expect(await tenantsSeen(every.token)).toEqual(['north-tenant', 'south-tenant']);
});

test('import adds a token once, and never prints it', async () => {
  const token = '4f1c9a70-77aa-4c1b-9d3e-0d6f2b8e5a11';
  const args = ['import', '--subject', 'legacy', '--groups', 'north'];
  const done = {
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^This is token \d+\. Only its SHA-256 hash is stored/),
  };
  expect(await leasegate(['token', ...args], { DATABASE_URL: database.url }, `${token}\n`)).toEqual(done);
  expect(await tenantsSeen(token)).toEqual(['north-tenant']);
  expect(await listed()).toMatchObject([{ subject: 'legacy', groups: ['north'], expires: null }]);

  expect(await run(args, token)).toEqual({ status: 1, stdout: '', stderr: 'This token is stored already.\n' });
  const refused = await commandHere(['token', ...args], { DATABASE_URL: servingUrl(database.url) }, unknownToken());
  expect([refused.status, refused.stderr]).toEqual([1, expect.not.stringContaining('stored')]);
  // A token from another Leasegate keeps its form.
  expect(await run(args, `${unknownToken()}\r\n`)).toEqual(done);
  expect(await listed()).toHaveLength(2);
});

test.each([
  ['two lines', `${'a'.repeat(20)}\n${'b'.repeat(20)}\n`, 'holds a blank'],
  ['a token of ours with a typo', `${unknownToken()}0`, 'begins with leasegate_ and ends with another checksum'],
])('import refuses %s', async (_what, input, problem) => {
  const { status, stdout, stderr } = await run(['import', '--subject', 'legacy'], input);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`The token ${problem}`);
  expect(stderr).not.toContain(input.trim().slice(-12));
  expect(await listed()).toEqual([]);
});

test('inspect, of a token after “bearer” or in a whole header, names a hundred groups and says that there are more', async () => {
  const names = Array.from({ length: 101 }, (_, nth) => `group-${nth}`);
  for (const identifier of names) await database.db.insertInto('groups').values({ identifier }).execute();
  const { token } = await created('--groups', names.join());
  const env = { DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET };
  for (const header of [`bearer ${token}`, `Authorization: Bearer ${token}\n`]) {
    const { status, stdout } = await commandHere(['token', 'inspect'], env, header);
    expect(status).toBe(0);
    expect(stdout).toContain(`groups in the database: ${names.slice(0, 100).join(', ')} and more\n`);
  }
});

test('unknown groups and unknown tokens end with status 1 and change nothing', async () => {
  const unknown = await run(['create', '--subject', 'billing', '--groups', 'north,nowhere']);
  expect(unknown).toEqual({ status: 1, stdout: '', stderr: 'No group has the identifier nowhere.\n' });
  expect(await run(['revoke', '999999'])).toEqual({ status: 1, stdout: '', stderr: 'No such token.\n' });
  expect(await listed()).toEqual([]);
});
