import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SETTINGS } from '../src/config/setting-table';
import { describeSettings, readSettings, readSystemdNotification } from '../src/config/settings';
import { problemsOf, REQUIRED, revealed } from './support/settings';

const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

describe('the settings of the listeners', () => {
  test('an empty variable counts as absent', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
    expect(readSettings({ ...empty, ...REQUIRED })).toEqual(readSettings(REQUIRED));
  });

  test('can all be set', () => {
    const given = readSettings({
      ...REQUIRED,
      DATABASE_URL: 'mysql://j%40ne:p%2Fw%20d@[::1]:3307/lease%2Dgate?ssl=require',
      HOST: '::',
      PORT: '0',
      PUBLIC_URL: '/api/v1',
      BUSINESS_TIME_ZONE: 'Asia/Tokyo',
      INTROSPECTION: 'off',
      CORS_ORIGINS: 'https://a.example, http://localhost:8080',
      AUTH_JWT_SECRET: `base64:${Buffer.alloc(32, 7).toString('base64url')}`,
      AUTH_GROUPS_CLAIM: 'https://x/groups',
    });
    expect(revealed(given)).toMatchObject({
      host: '::',
      port: 0,
      publicUrl: '/api/v1',
      basePath: '/api/v1',
      businessTimeZone: 'Asia/Tokyo',
      introspection: 'off',
      corsOrigins: ['https://a.example', 'http://localhost:8080'],
      jwt: { secret: Buffer.alloc(32, 7), groupsClaim: 'https://x/groups' },
      databaseHosts: [
        { host: '::1', port: 3307, user: 'j@ne', password: 'p/w d', database: 'lease-gate', ssl: 'require' },
      ],
    });
  });
});

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example:4318' }, 'http://c.example:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example/otlp/' }, 'http://c.example/otlp/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example', OTEL_SDK_DISABLED: 'True' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example', OTEL_TRACES_EXPORTER: 'None' }, undefined],
])('the URL for traces follows the standard variables: %j', (environment, url) => {
  expect(readSettings({ ...REQUIRED, ...environment }).tracesUrl?.reveal()).toBe(url);
});

test.each([
  ['OTEL_TRACES_EXPORTER', 'console', 'must be otlp or none'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf'],
  [
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'http://c.example/t',
    'is not read: set OTEL_EXPORTER_OTLP_ENDPOINT, without /v1/traces',
  ],
])('a variable that asks for other traces is refused: %s=%s', (name, value, problem) => {
  expect(problemsOf({ ...REQUIRED, [name]: value })).toEqual([`${name} ${problem}`]);
});

describe('ssl= and ca= of DATABASE_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-settings-'));
  writeFileSync(join(folder, 'empty.pem'), 'hunter2');
  afterAll(() => rmSync(folder, { recursive: true }));

  const notThere = 'DATABASE_URL names a ca file that does not exist or cannot be read';
  const noName = 'DATABASE_URL has ssl=verify with an IP address: use a host name from its certificate';
  const unusedCa = 'DATABASE_URL has a ca parameter, which needs ssl=verify';

  test.each([
    ['db.example/x?ssl=verify', []],
    ['db.example/x?ssl=verify&ca=FOLDER/none.pem', [notThere]],
    ['db.example/x?ssl=verify&ca=FOLDER', [notThere]],
    ['db.example/x?ssl=verify&ca=', [notThere]],
    ['10.0.0.5/x?ssl=verify', [noName]],
    ['[::1]/x?ssl=verify', [noName]],
    ['10.0.0.5/x?ssl=require', []],
    ['db.example/x?ca=FOLDER/empty.pem', [unusedCa]],
    ['db.example/x?ssl=require&ca=FOLDER/empty.pem', [unusedCa]],
  ])('%s', (address, problems) => {
    expect(
      problemsOf({ ...REQUIRED, DATABASE_URL: `mysql://jane:s3cret@${address.replace('FOLDER', folder)}` }),
    ).toEqual(problems);
  });
});

describe('AUTH_JWKS_URL', () => {
  const { DATABASE_URL } = REQUIRED;

  test('is enough, and may be set together with a secret', () => {
    const AUTH_JWKS_URL = 'https://id.example/tenant/keys?v=2';
    expect(readSettings({ DATABASE_URL, AUTH_JWKS_URL }).jwt.keySetUrl?.reveal()).toBe(AUTH_JWKS_URL);
    expect(problemsOf({ ...REQUIRED, AUTH_JWKS_URL })).toEqual([]);
    expect(problemsOf({ DATABASE_URL, AUTH_JWKS_URL: 'http://keys.internal:8080/jwks' })).toEqual([]);
  });

  test('cannot be set together with a public key', () => {
    const AUTH_JWT_PUBLIC_KEY = pem(generateKeyPairSync('ed25519').publicKey);
    const problems = problemsOf({ DATABASE_URL, AUTH_JWT_PUBLIC_KEY, AUTH_JWKS_URL: 'https://id.example/keys' });
    expect(problems).toEqual([expect.stringMatching(/^AUTH_JWKS_URL cannot be set together with AUTH_JWT_PUBLIC_KEY/)]);
  });
});

test('at least one key is needed', () => {
  const problems = problemsOf({ DATABASE_URL: REQUIRED.DATABASE_URL });
  expect(problems).toEqual([expect.stringMatching(/^AUTH_JWT_SECRET or AUTH_JWT_PUBLIC_KEY or AUTH_JWKS_URL /)]);
});

test('the watchdog of systemd is that of this process alone, and without a socket there is nothing to notify', () => {
  const watched = { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '30000000' };
  const watchdogMs = (environment: Readonly<Record<string, string | undefined>>) =>
    readSystemdNotification({ ...watched, ...environment }, 7)?.watchdogMs;
  expect([{}, { WATCHDOG_PID: '7' }, { WATCHDOG_PID: '8' }, { WATCHDOG_USEC: '' }].map(watchdogMs)).toEqual([
    30_000,
    30_000,
    undefined,
    undefined,
  ]);
  expect(readSystemdNotification({ ...watched, NOTIFY_SOCKET: '' }, 7)).toBeUndefined();
});

test('`print-config` shows every setting but the secrets', () => {
  const all = describeSettings(Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, 'given'])));
  const hidden = Object.entries(all).flatMap(([name, shown]) => (shown === 'given' ? [] : [name]));
  expect(hidden.join(' ')).toBe(
    'DATABASE_URL SOURCE_DATABASE_PASSWORD AUTH_JWT_SECRET AUDIT_KEY OTEL_EXPORTER_OTLP_ENDPOINT',
  );
});
