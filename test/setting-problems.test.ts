/** The exact sentence about each invalid setting: it says what the value must be, and never repeats it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { suspectSettings, withSecretFiles } from '../src/config/environment';
import { describeSettings, readDatabaseAddress, readSettings, SettingsError } from '../src/config/settings';
import type { SETTINGS } from '../src/config/setting-table';
import { problemsOf, REQUIRED, revealed } from './support/settings';

const ADDRESS =
  'must look like mysql://user:password@host:port/database?ssl=off|require|verify&ca=FILE; in a user or password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';
const NO_DATABASE = `names no database: it ${ADDRESS}`;
const QUOTED = 'begins with a quotation mark, which is not part of the URL';
const PARAMETERS = 'may have only the parameters ssl and ca, each once';
const SSL = 'has an ssl parameter other than off, require or verify';
const PERCENT = 'has a % that is not followed by two hexadecimal digits';
const URL_SHAPE = 'must be an https:// or http:// URL without user, password or #';
const ORIGINS = 'must be origins such as https://app.example, separated by commas, each in full, without *';
const BASE64 = 'is not base64 after `base64:`';
const KEY = 'must be a PEM public key: RSA of 2048 bits or more, EC on P-256, or Ed25519';

test.each<[keyof typeof SETTINGS, string, string]>([
  ['DATABASE_URL', 'no URL', ADDRESS],
  ['DATABASE_URL', 'mysql://db.example', NO_DATABASE],
  ['DATABASE_URL', '"mysql://db.example/x"', QUOTED],
  ['DATABASE_URL', 'mysql://jane:12#3@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:p@s/1@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:12?3@db.example/x', NO_DATABASE],
  ['DATABASE_URL', 'mysql:///x', ADDRESS],
  ['DATABASE_URL', 'postgres://jane:secret@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://db.example:99999/x', ADDRESS],
  ['DATABASE_URL', 'mysql://db.example/a/b', ADDRESS],
  ['DATABASE_URL', 'mysql://j%zz@db.example/x', PERCENT],
  ['DATABASE_URL', 'mysql://db.example/x?tls=on', PARAMETERS],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=off&ssl=off', PARAMETERS],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=on', SSL],
  ['DATABASE_URL', 'mysql://one,two:3306,one:3306/x', 'names a host twice'],
  ['DATABASE_URL', 'mysql://one,/x', ADDRESS],
  ['DATABASE_URL', 'mysql://one,two', NO_DATABASE],
  ['AUTH_JWT_SECRET', `base64:${'x'.repeat(50)}!`, BASE64],
  ['AUTH_JWT_SECRET', 'base64:', BASE64],
  ['AUTH_JWT_PUBLIC_KEY', 'no key', KEY],
  ['AUTH_JWT_PUBLIC_KEY', '-----BEGIN PUBLIC KEY-----\nno key\n-----END PUBLIC KEY-----', KEY],
  ['AUTH_JWKS_URL', 'no URL', URL_SHAPE],
  ['AUTH_JWKS_URL', 'ftp://id.example/keys', URL_SHAPE],
  ['AUTH_JWKS_URL', 'https://jane@id.example/keys', URL_SHAPE],
  ['AUTH_JWKS_URL', 'https://id.example/keys#one', URL_SHAPE],
  ['BUSINESS_TIME_ZONE', 'Europe/Nowhere', 'must be an IANA time zone, such as Europe/Berlin'],
  ['CORS_ORIGINS', 'https://app.example/', ORIGINS],
  ['CORS_ORIGINS', 'https://app.example,*', ORIGINS],
  ['CORS_ORIGINS', 'https://*.example', ORIGINS],
  ['OTEL_SDK_DISABLED', 'yes', 'must be one of false, true'],
  ['INTROSPECTION', 'Public', 'must be one of public, token, off'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'no URL', URL_SHAPE],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://jane:secret@collector.example', URL_SHAPE],
  ...['1e3', '4000.0', '4 000'].map((port): [keyof typeof SETTINGS, string, string] => [
    'PORT',
    port,
    'must be a whole number from 0 to 65535',
  ]),
  [
    'PUBLIC_URL',
    '/api?x',
    'must be empty, a path such as /api/v1 or a URL such as https://api.example/v1, without a slash at the end',
  ],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, silent'],
])('%s=%s', (name, value, problem) => {
  expect(problemsOf({ ...REQUIRED, [name]: value })).toEqual([`${name} ${problem}`]);
});

const PROVIDER = { MCP: 'on', AUTH_JWT_ISSUER: 'https://id.example', AUTH_JWT_AUDIENCE: 'a' };
const NO_AUDIENCE = 'AUTH_JWT_AUDIENCE must be set with MCP, which accepts only tokens that are issued for it';
const NO_URL = 'PUBLIC_URL must be a URL with MCP and AUTH_JWT_ISSUER, whose tokens are issued for that URL';

test.each<[Record<string, string>, string[], string[]]>([
  [{ MCP: 'on' }, [NO_AUDIENCE], []],
  [{ MCP: 'on', AUTH_JWT_AUDIENCE: 'a ,b' }, [], ['a', 'b']],
  [{ MCP: 'on', AUTH_JWT_AUDIENCE: 'a', AUTH_JWT_ISSUER: 'our own program' }, [], ['a']],
  [{ ...PROVIDER, PUBLIC_URL: '/api' }, [NO_URL], []],
  [{ ...PROVIDER, PUBLIC_URL: 'https://a.example/api' }, [], ['a', 'https://a.example/api/mcp']],
  [{ ...PROVIDER, PUBLIC_URL: 'https://a.example', MCP: 'off' }, [], ['a']],
  [{ AUTH_JWT_AUDIENCE: 'a,,b' }, ['AUTH_JWT_AUDIENCE must be one value, or several that are separated by commas'], []],
])('who tokens must be for: %j', (environment, problems, audience) => {
  expect(problemsOf({ ...REQUIRED, ...environment })).toEqual(problems);
  if (audience.length > 0) expect(readSettings({ ...REQUIRED, ...environment }).jwt.audience).toEqual(audience);
});

test.each([
  [{ PORT: '4001' }, true],
  [{ PORT: '4001', HOST: '0.0.0.0' }, true],
  [{ PORT: '4001', HOST: '::' }, true],
  [{ PORT: '4001', HOST: '127.0.0.2', ADMIN_HOST: '::' }, true],
  [{ PORT: '4001', HOST: '127.0.0.2' }, false],
  [{ PORT: '0', ADMIN_PORT: '0' }, false],
])('one port for both listeners: %j is wrong: %j', (environment, isWrong) => {
  const problem = 'ADMIN_PORT must differ from PORT, because both listeners have the same address';
  expect(problemsOf({ ...REQUIRED, ...environment })).toEqual(isWrong ? [problem] : []);
});

test('every problem is one line of the error', () => {
  expect(() => readSettings({ PORT: 'x' })).toThrow(
    new SettingsError([
      'DATABASE_URL is not set',
      'PORT must be a whole number from 0 to 65535',
      'AUTH_JWT_SECRET or AUTH_JWT_PUBLIC_KEY or AUTH_JWKS_URL must be set, otherwise no token can be verified',
    ]),
  );
  expect(new SettingsError(['one', 'two'])).toMatchObject({ name: 'SettingsError', message: 'one\ntwo' });
});

test('a key of the audit trail that is too short is the only problem with it', () => {
  expect(problemsOf({ ...REQUIRED, AUDIT_LOG: 'stdout', AUDIT_KEY: 'short' })).toEqual([
    'AUDIT_KEY must be 32 bytes or more',
  ]);
});

test('commands read the address of the database alone', () => {
  const { DATABASE_URL } = REQUIRED;
  expect(readDatabaseAddress({ DATABASE_URL, PORT: 'x' })).toEqual(readSettings(REQUIRED).databaseHosts[0]);
  expect(() => readDatabaseAddress({ DATABASE_URL: '' })).toThrow(new SettingsError(['DATABASE_URL is not set']));
});

test('the hosts of the database share everything but host and port', () => {
  const DATABASE_URL = 'mysql://jane:p%40s@one,two:3307,[::1]:3308,one:3309/a?ssl=require';
  const { databaseHosts } = readSettings({ ...REQUIRED, DATABASE_URL });
  const shared = { user: 'jane', password: 'p@s', database: 'a', ssl: 'require' };
  expect(revealed(databaseHosts)).toEqual([
    { host: 'one', port: 3306, ...shared },
    { host: 'two', port: 3307, ...shared },
    { host: '::1', port: 3308, ...shared },
    { host: 'one', port: 3309, ...shared },
  ]);
});

describe('what is probably a mistake', () => {
  const BLANK = 'begins or ends with a space or a line break, which is part of the secret';
  const WITH_PROVIDER = 'should be set with AUTH_JWKS_URL, whose keys sign tokens for other applications as well';
  test.each<[Record<string, string>, string[]]>([
    [{ RATE_LIMTI: '5' }, ['unknown setting RATE_LIMTI; did you mean RATE_LIMIT?']],
    [{ AUDIT_FIEL: 'x' }, ['unknown setting AUDIT_FIEL; did you mean AUDIT_KEY?']],
    [{ TRUSTED_DOCUMENT: 'enforce' }, ['unknown setting TRUSTED_DOCUMENT; did you mean TRUSTED_DOCUMENTS?']],
    [{ LOGLEVEL: 'info' }, ['unknown setting LOGLEVEL; did you mean LOG_LEVEL?']],
    [{ GRAPHQL_ZZZ: '1' }, ['unknown setting GRAPHQL_ZZZ']],
    [
      {
        DATABASE_URL: 'x',
        DATABASE_URL_FILE: 'x',
        PATH: '/bin',
        PGHOST: 'x',
        PGPORT: '1',
        REPORT: 'x',
        HOSTNAME: 'x',
        PWD: '/',
        LOGNAME: 'x',
      },
      [],
    ],
    [
      {
        DATABASE_SERVICE_HOST: 'x',
        DATABASE_SERVICE_PORT: '1',
        DATABASE_SERVICE_PORT_MYSQL: '1',
        DATABASE_PORT_3306_TCP_ADDR: 'x',
        REST_PORT: 'x',
      },
      [],
    ],
    [{ AUTH_JWT_SECRET: '"hunter2"' }, ['AUTH_JWT_SECRET is in quotation marks, which are part of the secret']],
    [{ AUTH_JWT_SECRET: 'hunter2\n' }, [`AUTH_JWT_SECRET ${BLANK}`]],
    [{ AUTH_JWT_SECRET: 'hunter2\\n' }, [`AUTH_JWT_SECRET ${BLANK}`]],
    [{ AUDIT_KEY: `base64:${btoa('hunter2\n')}` }, [`AUDIT_KEY ${BLANK}`]],
    [{ AUDIT_KEY: `base64:${btoa('\xff\n')}` }, []],
    [{ AUDIT_KEY: Buffer.of(255).toString() }, ['AUDIT_KEY is not text in UTF-8: write bytes as base64:…']],
    [{ AUTH_JWKS_URL: 'x', AUTH_JWT_ISSUER: 'x' }, [`AUTH_JWT_AUDIENCE ${WITH_PROVIDER}`]],
    [{ AUTH_JWKS_URL: 'x', AUTH_JWT_AUDIENCE: 'x' }, [`AUTH_JWT_ISSUER ${WITH_PROVIDER}`]],
    [{ AUTH_GROUPS_CLAIM: 'https://a.example/groups' }, []],
    [{ AUTH_GROUPS_CLAIM: 'acme.groups' }, []],
    [
      { AUTH_GROUPS_CLAIM: 'realm_access.roles' },
      ['AUTH_GROUPS_CLAIM looks like a path, and is the name of one claim at the top of a token'],
    ],
  ])('%j', (environment, problems) => expect(suspectSettings(environment)).toEqual(problems));
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

  test.each<[Record<string, string>, string]>([
    [{ AUDIT_KEY_FILE: `${file}s` }, 'AUDIT_KEY_FILE names a file that does not exist or cannot be read'],
    [{ AUDIT_KEY_FILE: file, AUDIT_KEY: 'x' }, 'AUDIT_KEY_FILE cannot be set together with AUDIT_KEY'],
  ])('%j', (environment, problem) => expect(() => withSecretFiles(environment)).toThrow(problem));

  test('an empty name of a file is like no name', () =>
    expect(withSecretFiles({ AUDIT_KEY_FILE: '', AUDIT_KEY: 'x' })).toMatchObject({ AUDIT_KEY: 'x' }));
});

test('spaces around a value are no part of it, unless it is a secret', () => {
  expect(problemsOf({ ...REQUIRED, LOG_LEVEL: ' info ', PORT: '4000 ' })).toEqual([]);
  expect(readDatabaseAddress({ DATABASE_URL: 'mysql://a:b%20@c/d' }).password.reveal()).toBe('b ');
  expect(readSettings({ ...REQUIRED, AUTH_JWT_SECRET: `${'s'.repeat(40)} ` }).jwt.secret?.reveal()).toHaveLength(41);
});

test.each<[keyof typeof SETTINGS, string, string]>([
  ['AUTH_JWKS_URL', 'https://id.example/keys?key=hunter2', 'https://id.example/keys?(hidden)'],
  ['AUTH_JWKS_URL', 'https://id.example/keys#hunter2', 'https://id.example/keys?(hidden)'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel.example:4318', 'http://otel.example:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://otel.example/hunter2/x', 'https://otel.example/(hidden)'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://jane:hunter2@otel.example/v1?token=hunter2#x',
    'http://(hidden)@otel.example/(hidden)',
  ],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel.example/hunter2', '/(hidden)'],
  ['AUTH_JWT_PUBLIC_KEY', '-----BEGIN PRIVATE KEY-----\nhunter2', '(hidden)'],
  ['AUTH_JWT_PUBLIC_KEY', 'several\nlines', 'several\\nlines'],
])('`print-config` hides what may be secret, and is of one line: %s=%s', (name, value, shown) => {
  expect(describeSettings({ [name]: value })[name]).toBe(shown);
});
