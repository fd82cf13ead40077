/** The exact sentence about each invalid setting: it says what the value must be. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeSettings, readDatabaseAddress, readSettings, SettingsError } from '../src/config/settings';
import type { SETTINGS } from '../src/config/setting-table';
import { createAuthority } from './db/certificates';
import { problemsOf, REQUIRED } from './support/settings';

const ADDRESS =
  'must look like mysql://user:password@host:port/database?ssl=off|require|verify&ca=FILE; in a user or password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';
const NO_DATABASE = `names no database: it ${ADDRESS}`;
const QUOTED = 'begins with a quotation mark, which is not part of the URL';
const PARAMETERS = 'may have only the parameters ssl and ca, each once';
const SSL = 'has an ssl parameter other than off, require or verify';
const PERCENT = 'has a % that is not followed by two hexadecimal digits';
const URL_SHAPE = 'must be an https:// or http:// URL without user, password or #';
const ORIGINS = 'must be origins such as https://app.example, separated by commas';
const BASE64 = 'is not base64 after `base64:`';
const KEY = 'must be a PEM public key: RSA of 2048 bits or more, EC on P-256, or Ed25519';

test.each<[keyof typeof SETTINGS, string, string]>([
  ['DATABASE_URL', 'no URL', ADDRESS],
  ['DATABASE_URL', 'mysql://db.example', NO_DATABASE],
  ['DATABASE_URL', 'mysql://db.example/', NO_DATABASE],
  ['DATABASE_URL', '"mysql://db.example/x"', QUOTED],
  ['DATABASE_URL', 'mysql://jane:12#3@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:p#s@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:p/s@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:12/3@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:p@s/1@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:12?3@db.example/x', NO_DATABASE],
  ['DATABASE_URL', 'mysql://jane:p?s@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql:///x', ADDRESS],
  ['DATABASE_URL', 'mariadb://db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://db.example/a/b', ADDRESS],
  ['DATABASE_URL', 'mysql://j%zz@db.example/x', PERCENT],
  ['DATABASE_URL', 'mysql://db.example/x?tls=on', PARAMETERS],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=off&ssl=off', PARAMETERS],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=on', SSL],
  ['DATABASE_URL', 'mysql://one,two:3306,one:3306/x', 'names a host twice'],
  ['DATABASE_URL', 'mysql://one,/x', ADDRESS],
  ['DATABASE_URL', 'mysql://one,two', NO_DATABASE],
  ['AUTH_JWT_SECRET', `base64:${'x'.repeat(50)}!`, BASE64],
  ['AUTH_JWT_SECRET', `base64:!${'x'.repeat(50)}`, BASE64],
  ['AUTH_JWT_SECRET', `base64:${'x'.repeat(50)}===`, BASE64],
  ['AUTH_JWT_SECRET', 'base64:', BASE64],
  ['AUTH_JWT_PUBLIC_KEY', 'no key', KEY],
  ['AUTH_JWT_PUBLIC_KEY', '-----BEGIN PUBLIC KEY-----\nno key\n-----END PUBLIC KEY-----', KEY],
  ['AUTH_JWKS_URL', 'no URL', URL_SHAPE],
  ['AUTH_JWKS_URL', 'ftp://id.example/keys', URL_SHAPE],
  ['AUTH_JWKS_URL', 'https://jane@id.example/keys', URL_SHAPE],
  ['AUTH_JWKS_URL', 'https://:secret@id.example/keys', URL_SHAPE],
  ['AUTH_JWKS_URL', 'https://id.example/keys#one', URL_SHAPE],
  ['BUSINESS_TIME_ZONE', 'Europe/Nowhere', 'must be an IANA time zone, such as Europe/Berlin'],
  ['CORS_ORIGINS', 'https://app.example/', ORIGINS],
  ['CORS_ORIGINS', 'https://app.example,*', ORIGINS],
  ['INTROSPECTION', 'on', 'must be one of public, token, off'],
])('%s=%s', (name, value, problem) => {
  expect(problemsOf({ ...REQUIRED, [name]: value })).toEqual([`${name} ${problem}`]);
});

test.each([
  [{ PORT: '4001' }, true],
  [{ PORT: '4001', HOST: '0.0.0.0' }, true],
  [{ PORT: '4001', HOST: '::' }, true],
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

test('a setting of several lines is described on one', () => {
  expect(describeSettings({ ...REQUIRED, AUTH_JWT_PUBLIC_KEY: 'a\nb\nc' }).AUTH_JWT_PUBLIC_KEY).toBe('a\\nb\\nc');
});

test('the hosts of the database share everything but host and port', () => {
  const DATABASE_URL = 'mysql://jane:p%40s@one,two:3307,[::1]:3308,one:3309/a?ssl=require';
  const { databaseHosts } = readSettings({ ...REQUIRED, DATABASE_URL });
  const shared = { user: 'jane', password: 'p@s', database: 'a', ssl: 'require' };
  expect(databaseHosts).toEqual([
    { host: 'one', port: 3306, ...shared },
    { host: 'two', port: 3307, ...shared },
    { host: '::1', port: 3308, ...shared },
    { host: 'one', port: 3309, ...shared },
  ]);
});

describe('the file of `ca=`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [one, two] = ['one', 'two'].map((name) => createAuthority(name).certificate.replaceAll('\r', '').trim());
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

  function outcome(pem: string): unknown {
    const file = join(folder, 'ca.pem');
    writeFileSync(file, pem);
    const DATABASE_URL = `mysql://jane@db.example/x?ssl=verify&ca=${file}`;
    const problems = problemsOf({ ...REQUIRED, DATABASE_URL });
    return problems.length > 0 ? problems : readSettings({ ...REQUIRED, DATABASE_URL }).databaseHosts[0];
  }

  test('gives its certificates, without what surrounds them', () => {
    expect(outcome(`subject=one\n${one}\n\nsubject=two\n${two}\n`)).toMatchObject({
      ssl: 'verify',
      ca: `${one}\n${two}`,
    });
  });

  test.each([
    ['no certificate', 'nothing'],
    ['one that is broken', broken],
    ['a good one and a broken one', `${one}\n${broken}`],
  ])('is refused with %s', (_name, pem) => {
    expect(outcome(pem)).toEqual(['DATABASE_URL names a ca file that does not contain valid PEM certificates']);
  });
});
