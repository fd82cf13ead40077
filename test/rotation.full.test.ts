/** Secrets that change while a gateway serves callers: no request is refused or wrong, and each new secret counts within seconds. */

import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SignJWT } from 'jose';

import { type Environment, serveAsSet, type Serving } from './cli/leasegate';
import { json, LEASES, send, sendGraphQL } from './http/client';
import { moreAnswers, startLoad } from './scale/load';
import { databaseForAllTests } from './support/database';
import { insertGroup, insertTenantsWithLeases } from './support/records';
import { onServer } from './support/server';
import { servingUrl } from './support/serving-account';
import { TEST_SECRET } from './support/tokens';
import { until } from './support/until';

jest.setTimeout(120_000);

const OTHER_SECRET = 'another secret of thirty-two bytes or more';
const [ANN, BOB] = [
  { user: 'rotating_ann', password: 'first' },
  { user: 'rotating_bob', password: 'second' },
];

const folder = mkdtempSync(join(tmpdir(), 'leasegate-rotation-'));
const database = databaseForAllTests();
let gateway: Serving | undefined;

afterEach(async () => {
  await gateway?.end();
  gateway = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'acme'), 'acme', 1);
  const name = new URL(database.url).pathname.slice(1);
  for (const { user, password } of [ANN, BOB]) {
    await execute(`create user ${user}@'%' identified by '${password}'`);
    await execute(`grant select on ${name}.* to ${user}@'%'`);
  }
});
afterAll(async () => {
  for (const { user } of [ANN, BOB]) await execute(`drop user if exists ${user}@'%'`);
});

const execute = (statement: string) =>
  onServer(async (connection) => (await connection.query(statement))[0] as unknown[]);

/** Replaces all files as Kubernetes does: the link to their folder changes, and no file. */
function mount(files: Readonly<Record<string, string>>): void {
  const version = mkdtempSync(join(folder, 'version-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(version, name), text);
  symlinkSync(version, join(folder, 'next'));
  renameSync(join(folder, 'next'), join(folder, 'data'));
}

const file = (name: string) => join(folder, 'data', name);

const urlOf = ({ user, password }: typeof ANN) =>
  Object.assign(new URL(database.url), { username: user, password }).href;

async function started(env: Environment): Promise<Serving> {
  // Every token is verified again, and every connection is replaced soon.
  const quick = {
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    AUTH_REMEMBER_SECONDS: '0',
    DATABASE_CONNECTION_MAX_AGE_SECONDS: '1',
  };
  gateway = await serveAsSet({ ...quick, ...env });
  return gateway;
}

const signed = (key: Uint8Array | KeyObject, alg: string) =>
  new SignJWT({ groups: '*' }).setProtectedHeader({ alg }).setSubject('caller').setExpirationTime('1h').sign(key);
const withSecret = (secret: string) => signed(Buffer.from(secret), 'HS256');

const body = { identifier: 'acme-1' };
const statusOf = async ({ url }: Serving, token: string) => (await send(url + LEASES, { token, body })).status;

const isRight = (answer: unknown) => JSON.stringify(answer).includes('"identifier":"acme-1"');
const askAgain = ({ url }: Serving, token: string) => startLoad(url, token, 8, () => ({ path: LEASES, body, isRight }));

/** Stops the load, of which every answer was right. */
async function allRight(load: ReturnType<typeof startLoad>): Promise<void> {
  await moreAnswers(load, 50);
  expect(await load.stop()).toEqual({ right: expect.any(Number), wrong: [], refused: {}, lost: {} });
}

test('the account of the database', async () => {
  mount({ url: urlOf(ANN) });
  const serving = await started({ DATABASE_URL_FILE: file('url'), AUTH_JWT_SECRET: TEST_SECRET });
  const load = askAgain(serving, await withSecret(TEST_SECRET));
  await moreAnswers(load, 50);
  const connected = async ({ user }: typeof ANN) =>
    ((await execute('show processlist')) as { User: string }[]).filter(({ User }) => User === user).length;
  expect(await connected(ANN)).toBeGreaterThan(0);
  mount({ url: urlOf(BOB) });
  await until(
    async () => (await connected(BOB)) > 0 && (await connected(ANN)) === 0,
    'every connection is of the new account',
  );
  await execute(`drop user ${ANN.user}@'%'`);
  await allRight(load);
  expect(serving.stdout().match(/"msg":"secrets renewed"/g)).toHaveLength(1);
});

test('the secret of tokens: both are accepted until the old one is removed', async () => {
  mount({ secret: `${TEST_SECRET}\n` });
  const serving = await started({ DATABASE_URL: servingUrl(database.url), AUTH_JWT_SECRET_FILE: file('secret') });
  const [old, next] = [await withSecret(TEST_SECRET), await withSecret(OTHER_SECRET)];
  expect([await statusOf(serving, old), await statusOf(serving, next)]).toEqual([200, 401]);
  const load = askAgain(serving, old);
  mount({ secret: `${TEST_SECRET}\n${OTHER_SECRET}\n` });
  await until(async () => (await statusOf(serving, next)) === 200);
  await allRight(load);
  const later = askAgain(serving, next);
  mount({ secret: OTHER_SECRET });
  await until(async () => (await statusOf(serving, old)) === 401);
  await allRight(later);
});

test('public keys, of two kinds or of one', async () => {
  const [rsa, ec, other] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ...['P-256', 'P-256'].map((namedCurve) => generateKeyPairSync('ec', { namedCurve })),
  ] as const;
  const pem = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const tokens = [
    await signed(rsa.privateKey, 'RS256'),
    await signed(ec!.privateKey, 'ES256'),
    await signed(other!.privateKey, 'ES256'),
  ];
  mount({ key: pem(rsa) });
  const serving = await started({ DATABASE_URL: servingUrl(database.url), AUTH_JWT_PUBLIC_KEY_FILE: file('key') });
  const statuses = () => Promise.all(tokens.map((token) => statusOf(serving, token)));
  const become = (expected: readonly number[]) =>
    until(
      async () => String(await statuses()) === String(expected),
      () => `tokens are ${String(expected)}`,
    );
  await become([200, 401, 401]);
  mount({ key: pem(rsa) + pem(ec!) });
  await become([200, 200, 401]);
  mount({ key: pem(ec!) + pem(other!) });
  await become([401, 200, 200]);
});

test('the key of the audit trail and the list of trusted documents', async () => {
  const query = '{ viewer { allGroups } }';
  mount({ key: 'k'.repeat(32), documents: JSON.stringify({ listed: '{ __typename }' }) });
  const serving = await started({
    DATABASE_URL: servingUrl(database.url),
    AUTH_JWT_SECRET: TEST_SECRET,
    AUDIT_LOG: 'stdout',
    AUDIT_KEY_FILE: file('key'),
    TRUSTED_DOCUMENTS: 'enforce',
    TRUSTED_DOCUMENTS_FILE: file('documents'),
  });
  const token = await withSecret(TEST_SECRET);
  const subjects = () => new Set([...serving.stdout().matchAll(/"subject":"([0-9a-f]{32})"/g)].map(([, hash]) => hash));
  const isRun = async () => !('errors' in (json(await sendGraphQL(serving.url, { token, body: { query } })) as object));
  await statusOf(serving, token);
  await until(() => subjects().size === 1);
  expect(await isRun()).toBe(false);
  mount({ key: 'l'.repeat(32), documents: JSON.stringify({ listed: query }) });
  await until(isRun, 'the new document is run');
  await statusOf(serving, token);
  await until(() => subjects().size === 2, 'the subject has another hash');
});

test('a file that holds no valid secret changes nothing, and says so until it does; SIGHUP reads the files as well', async () => {
  mount({ secret: TEST_SECRET });
  const serving = await started({ DATABASE_URL: servingUrl(database.url), AUTH_JWT_SECRET_FILE: file('secret') });
  const token = await withSecret(TEST_SECRET);
  const outdated = async () =>
    /^leasegate_settings_outdated (\d)$/m.exec(await (await fetch(`${serving.adminUrl}/metrics`)).text())?.[1];
  expect(await outdated()).toBe('0');
  mount({ secret: 'short' });
  await until(async () => (await outdated()) === '1');
  expect(await statusOf(serving, token)).toBe(200);
  expect(serving.stdout()).toContain(
    '"problems":["AUTH_JWT_SECRET must be 32 bytes or more"],"msg":"secrets not renewed"',
  );
  rmSync(join(folder, 'data'));
  process.kill(serving.pid, 'SIGHUP');
  await until(() =>
    serving.stdout().includes('AUTH_JWT_SECRET_FILE names a file that does not exist or cannot be read'),
  );
  mount({ secret: OTHER_SECRET });
  await until(async () => (await outdated()) === '0');
  expect(await statusOf(serving, token)).toBe(401);
});

test('another host needs a restart', async () => {
  mount({ url: servingUrl(database.url) });
  const serving = await started({ DATABASE_URL_FILE: file('url'), AUTH_JWT_SECRET: TEST_SECRET });
  mount({ url: 'mysql://root@db.example/other' });
  await until(() =>
    serving.stdout().includes('DATABASE_URL_FILE names another host or database, which needs a restart'),
  );
  expect(await statusOf(serving, await withSecret(TEST_SECRET))).toBe(200);
});
