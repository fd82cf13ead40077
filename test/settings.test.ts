/** What the text of each setting is read into. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { withSecretFiles } from '../src/config/environment';
import { SecretFiles } from '../src/config/renewal';
import { SETTINGS } from '../src/config/setting-table';
import {
  describeSettings,
  type Environment,
  readDatabaseAddress,
  readSettings,
  readSystemdNotification,
  SettingsError,
} from '../src/config/settings';
import { REQUIRED, revealed } from './support/settings';

const read = (environment: Environment) => readSettings({ ...REQUIRED, ...environment });

test('an empty variable counts as absent', () => {
  const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
  expect(read({ ...empty, ...REQUIRED })).toEqual(read({}));
});

test('commands read the address of the database alone', () => {
  const { DATABASE_URL } = REQUIRED;
  expect(readDatabaseAddress({ DATABASE_URL, PORT: 'x' })).toEqual(read({}).databaseHosts[0]);
  expect(() => readDatabaseAddress({ DATABASE_URL: '' })).toThrow(new SettingsError(['DATABASE_URL is not set']));
});

test('spaces around a value are no part of it, unless it is a secret', () => {
  expect(read({ LOG_LEVEL: ' info ', PORT: '4000 ' })).toMatchObject({ logLevel: 'info', port: 4000 });
  expect(read({ AUTH_JWT_SECRET: `${'s'.repeat(40)} ` }).jwt.secret?.reveal()[0]).toHaveLength(41);
});

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example:4318' }, 'http://c.example:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example/otlp/' }, 'http://c.example/otlp/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example', OTEL_SDK_DISABLED: 'True' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example', OTEL_TRACES_EXPORTER: 'None' }, undefined],
])('the URL for traces follows the standard variables: %j', (environment, url) => {
  expect(read(environment).tracesUrl?.reveal()).toBe(url);
});

test.each([
  [{ AUTH_JWT_AUDIENCE: 'a ,b' }, ['a', 'b']],
  [{ AUTH_JWT_AUDIENCE: 'a', AUTH_JWT_ISSUER: 'our own program' }, ['a']],
  [
    { AUTH_JWT_AUDIENCE: 'a', AUTH_JWT_ISSUER: 'https://id.example', PUBLIC_URL: 'https://a.example/api' },
    ['a', 'https://a.example/api/mcp'],
  ],
  [{ AUTH_JWT_AUDIENCE: 'a', AUTH_JWT_ISSUER: 'https://id.example', PUBLIC_URL: '/api', MCP: 'off' }, ['a']],
])('who tokens must be for: %j', (environment, audience) => {
  expect(read({ MCP: 'on', ...environment }).jwt.audience).toEqual(audience);
});

test('AUDIT_LOG is standard output or a file, with a key; off by default, with or without a key', () => {
  const AUDIT_KEY = 'k'.repeat(32);
  const auditOf = (environment: Environment) => revealed(read(environment).audit);
  const key = Buffer.from(AUDIT_KEY);
  expect(auditOf({ AUDIT_LOG: 'stdout', AUDIT_KEY })).toEqual({ file: null, key });
  expect(auditOf({ AUDIT_LOG: './off', AUDIT_KEY })).toEqual({ file: './off', key });
  expect([auditOf({ AUDIT_LOG: 'off' }), auditOf({ AUDIT_KEY })]).toEqual([null, null]);
});

test('the watchdog of systemd is that of this process alone, and without a socket there is nothing to notify', () => {
  const watched = { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '30000000' };
  const watchdogMs = (environment: Environment) =>
    readSystemdNotification({ ...watched, ...environment }, 7)?.watchdogMs;
  expect([{}, { WATCHDOG_PID: '7' }, { WATCHDOG_PID: '8' }, { WATCHDOG_USEC: '' }].map(watchdogMs)).toEqual([
    30_000,
    30_000,
    undefined,
    undefined,
  ]);
  expect(readSystemdNotification({ ...watched, NOTIFY_SOCKET: '' }, 7)).toBeUndefined();
});

describe('files with secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-secrets-'));
  const file = join(folder, 'secret');
  writeFileSync(file, 'hunter2 \r\n');
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['DATABASE_URL', 'SOURCE_DATABASE_PASSWORD', 'AUTH_JWT_SECRET', 'AUDIT_KEY'])(
    '%s_FILE gives the secret without the line break at its end',
    (name) => expect(withSecretFiles({ [`${name}_FILE`]: file })).toMatchObject({ [name]: 'hunter2 ' }),
  );

  test('an empty name of a file is like no name', () =>
    expect(withSecretFiles({ AUDIT_KEY_FILE: '', AUDIT_KEY: 'x' })).toMatchObject({ AUDIT_KEY: 'x' }));

  test.each([
    [{ AUDIT_KEY_FILE: `${file}s` }, 'AUDIT_KEY_FILE names a file that does not exist or cannot be read'],
    [{ AUDIT_KEY_FILE: file, AUDIT_KEY: 'x' }, 'AUDIT_KEY_FILE cannot be set together with AUDIT_KEY'],
  ])('%j', (environment, problem) => expect(() => withSecretFiles(environment)).toThrow(problem));

  test.each([
    ['db.example/leasegate', 'new'],
    ...[
      'two.example/leasegate',
      'db.example:3307/leasegate',
      'db.example/other',
      'db.example/leasegate?ssl=require',
    ].map((place) => [place, 'old']),
  ])('a new login of %s is taken if the place is the same: %s', (place, user) => {
    const url = join(folder, 'url');
    writeFileSync(url, 'mysql://old@db.example/leasegate');
    const environment = { AUTH_JWT_SECRET: REQUIRED.AUTH_JWT_SECRET, DATABASE_URL_FILE: url };
    const settings = readSettings(withSecretFiles(environment));
    writeFileSync(url, `mysql://new@${place}`);
    new SecretFiles(settings, environment).renew();
    expect(settings.databaseHosts[0].login.reveal().user).toBe(user);
  });
});

test('`print-config` shows every setting but the secrets', () => {
  const all = describeSettings(Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, 'given'])));
  const hidden = Object.entries(all).flatMap(([name, shown]) => (shown === 'given' ? [] : [name]));
  expect(hidden.join(' ')).toBe(
    'DATABASE_URL SOURCE_DATABASE_PASSWORD AUTH_JWT_SECRET AUDIT_KEY OTEL_EXPORTER_OTLP_ENDPOINT',
  );
});

test.each<[keyof typeof SETTINGS, string, string]>([
  ['AUTH_JWKS_URL', 'https://id.example/keys?key=hunter2', 'https://id.example/keys?(hidden)'],
  ['AUTH_JWKS_URL', 'https://id.example/keys#hunter2', 'https://id.example/keys?(hidden)'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel.example:4318', 'http://otel.example:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://otel.example/hunter2/x', 'https://otel.example/(hidden)'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://jane:hunter2@a.example/v1?x=hunter2#x', 'http://(hidden)@a.example/(hidden)'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel.example/hunter2', '/(hidden)'],
  ['AUTH_JWT_PUBLIC_KEY', '-----BEGIN PRIVATE KEY-----\nhunter2', '(hidden)'],
  ['AUTH_JWT_PUBLIC_KEY', 'several\nlines', 'several\\nlines'],
])('`print-config` hides what may be secret, and is of one line: %s=%s', (name, value, shown) => {
  expect(describeSettings({ [name]: value })[name]).toBe(shown);
});
