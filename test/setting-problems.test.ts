/** The exact sentence about each invalid setting: it says what the value must be, and never repeats it. */

import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';

import { suspectSettings } from '../src/config/environment';
import type { SETTINGS } from '../src/config/setting-table';
import { type Environment, readSettings, SettingsError } from '../src/config/settings';
import { problemsOf, REQUIRED } from './support/settings';

const ADDRESS =
  'must look like mysql://user:password@host:port/database?ssl=off|require|verify&ca=FILE&cert=FILE&key=FILE; in a user or password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';
const NO_DATABASE = `names no database: it ${ADDRESS}`;
const QUOTED = 'begins with a quotation mark, which is not part of the URL';
const PARAMETERS = 'may have only the parameters ssl, ca, cert and key, each once';
const SSL = 'has an ssl parameter other than off, require or verify';
const PERCENT = 'has a % that is not followed by two hexadecimal digits';
const NO_CA = 'names a ca file that does not exist or cannot be read';
const UNUSED_CA = 'has a ca parameter, which needs ssl=verify';
const NO_NAME = 'has ssl=verify with an IP address: use a host name from its certificate';
const URL_SHAPE = 'must be an https:// or http:// URL without user, password or #';
const ORIGINS = 'must be origins such as https://app.example, separated by commas, each in full, without *';
const BASE64 = 'is not base64 after `base64:`';
const SHORT = 'must be 32 bytes or more';
const TWO_SECRETS = 'must be one secret, or two on lines of their own';
const KEY = 'must be one or two PEM public keys: RSA of 2048 bits or more, EC on P-256, or Ed25519';
const RATE = 'must look like 100/60: 1 to 1000000 requests in 1 to 86400 seconds';
const PORT = 'must be a whole number from 0 to 65535';
const DATES =
  'must be a date like 2027-01-31, or /leases/find-for-tenant/ and /leases/tenants/, each with = and a date';

/** 0xff gives `/` in base64, and `_` in base64url. */
const bytes = (count: number, form: BufferEncoding = 'base64') => `base64:${Buffer.alloc(count, 255).toString(form)}`;

/** Null for a value that is accepted. */
test.each<[keyof typeof SETTINGS | `OTEL_${string}`, string, string | null]>([
  ['DATABASE_URL', 'no URL', ADDRESS],
  ['DATABASE_URL', 'mysql://db.example', NO_DATABASE],
  ['DATABASE_URL', '"mysql://db.example/x"', QUOTED],
  ['DATABASE_URL', 'mysql://jane:12#3@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://jane:p@s/1@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql:///x', ADDRESS],
  ['DATABASE_URL', 'postgres://jane:secret@db.example/x', ADDRESS],
  ['DATABASE_URL', 'mysql://db.example/a/b', ADDRESS],
  ['DATABASE_URL', 'mysql://j%zz@db.example/x', PERCENT],
  ['DATABASE_URL', 'mysql://db.example/x?tls=on', PARAMETERS],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=off&ssl=off', PARAMETERS],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=on', SSL],
  ['DATABASE_URL', 'mysql://one,two:3306,one:3306/x', 'names a host twice'],
  ['DATABASE_URL', 'mysql://one,/x', ADDRESS],
  ['DATABASE_URL', 'mysql://one,two', NO_DATABASE],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=verify', null],
  ['DATABASE_URL', `mysql://db.example/x?ssl=verify&ca=${tmpdir()}/none.pem`, NO_CA],
  ['DATABASE_URL', `mysql://db.example/x?ssl=verify&ca=${tmpdir()}`, NO_CA],
  ['DATABASE_URL', 'mysql://db.example/x?ssl=verify&ca=', NO_CA],
  ['DATABASE_URL', 'mysql://10.0.0.5/x?ssl=verify', NO_NAME],
  ['DATABASE_URL', 'mysql://[::1]/x?ssl=verify', NO_NAME],
  ['DATABASE_URL', 'mysql://10.0.0.5/x?ssl=require', null],
  ['DATABASE_URL', `mysql://db.example/x?ca=${__filename}`, UNUSED_CA],
  ['DATABASE_URL', `mysql://db.example/x?ssl=require&ca=${__filename}`, UNUSED_CA],
  ['AUTH_JWT_SECRET', `base64:${'x'.repeat(50)}!`, BASE64],
  ['AUTH_JWT_SECRET', 'base64:', BASE64],
  ['AUTH_JWT_SECRET', 'ä'.repeat(16), null],
  ['AUTH_JWT_SECRET', 'x'.repeat(31), SHORT],
  ['AUTH_JWT_SECRET', bytes(32), null],
  ['AUTH_JWT_SECRET', bytes(32, 'base64url'), null],
  ['AUTH_JWT_SECRET', bytes(31), SHORT],
  ['AUTH_JWT_SECRET', `${bytes(32)}\n${bytes(32)}`, null],
  ['AUTH_JWT_SECRET', `${bytes(32)}\n`, TWO_SECRETS],
  ['AUTH_JWT_SECRET', `${bytes(32)}\n${bytes(32)}\n${bytes(32)}`, TWO_SECRETS],
  ['AUTH_JWT_SECRET', `${bytes(32)}\n${bytes(31)}`, SHORT],
  ['AUDIT_KEY', bytes(31), SHORT],
  ['AUTH_JWT_PUBLIC_KEY', 'no key', KEY],
  ['AUTH_JWT_PUBLIC_KEY', '-----BEGIN PUBLIC KEY-----\nno key\n-----END PUBLIC KEY-----', KEY],
  ['AUTH_JWKS_URL', 'no URL', URL_SHAPE],
  ['AUTH_JWKS_URL', 'ftp://id.example/keys', URL_SHAPE],
  ['AUTH_JWKS_URL', 'https://jane@id.example/keys', URL_SHAPE],
  ['AUTH_JWKS_URL', 'https://id.example/keys#one', URL_SHAPE],
  ['AUTH_JWKS_URL', 'http://keys.internal:8080/jwks', null],
  ['AUTH_JWT_AUDIENCE', 'a,,b', 'must be one value, or several that are separated by commas'],
  ['BUSINESS_TIME_ZONE', 'Europe/Nowhere', 'must be an IANA time zone, such as Europe/Berlin'],
  ['CORS_ORIGINS', 'https://app.example/', ORIGINS],
  ['CORS_ORIGINS', 'https://app.example,*', ORIGINS],
  ['CORS_ORIGINS', 'https://*.example', ORIGINS],
  ['RATE_LIMIT', '1/1', null],
  ['RATE_LIMIT', '1000000/86400', null],
  ['RATE_LIMIT', '100', RATE],
  ['RATE_LIMIT', '0/60', RATE],
  ['RATE_LIMIT', '1000001/60', RATE],
  ['RATE_LIMIT', '100/0', RATE],
  ['RATE_LIMIT', '100/86401', RATE],
  ['RATE_LIMIT', '1/2/3', RATE],
  ['RATE_LIMIT', '1 /60', RATE],
  ['PORT', '1e3', PORT],
  ['PORT', '4000.0', PORT],
  ['INTROSPECTION', 'Public', 'must be one of public, token, off'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, silent'],
  ['OTEL_SDK_DISABLED', 'yes', 'must be one of false, true'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://jane:secret@collector.example', URL_SHAPE],
  ['OTEL_TRACES_EXPORTER', 'console', 'must be otlp or none'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/protobuf'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'x', 'is not read: set OTEL_EXPORTER_OTLP_ENDPOINT, without /v1/traces'],
  ['REST_SUNSET', '2027-02-30', DATES],
  ['REST_SUNSET', '/leases/=2027-01-31', DATES],
  ['REST_SUNSET', '2027-01-31,/leases/tenants/=2027-01-31', DATES],
  ['REST_SUNSET', '/leases/tenants/', DATES],
  ['REST_DEPRECATION_LINK', 'https://docs.example.com/rest', 'needs REST_DEPRECATION or REST_SUNSET'],
])('%s=%s', (name, value, problem) => {
  expect(problemsOf({ ...REQUIRED, [name]: value })).toEqual(problem === null ? [] : [`${name} ${problem}`]);
});

test.each<[keyof typeof SETTINGS, number, number]>([
  ['DATABASE_MAX_LAG_SECONDS', 1, 300],
  ['DATABASE_POOL_SIZE', 1, 1_000],
  ['DATABASE_CONNECT_TIMEOUT_MS', 1, 60_000],
  ['DATABASE_CONNECTION_MAX_AGE_SECONDS', 1, 86_400],
  ['STATEMENT_TIMEOUT_MS', 1, 600_000],
  ['PORT', 0, 65_535],
  ['ADMIN_PORT', 0, 65_535],
  ['SHUTDOWN_DELAY_SECONDS', 0, 300],
  ['MAX_REQUESTS_IN_FLIGHT', 1, 100_000],
  ['MAX_CONNECTIONS', 1, 1_000_000],
  ['MAX_EVENT_LOOP_DELAY_MS', 200, 600_000],
  ['AUTH_REMEMBER_SECONDS', 0, 30],
  ['GRAPHQL_MAX_TOKENS', 100, 100_000],
  ['GRAPHQL_MAX_COST', 100, 10_000_000],
])('%s is from %d to %d', (name, from, to) => {
  const problems = (value: number) => problemsOf({ ...REQUIRED, [name]: String(value) });
  const refused = [`${name} must be a whole number from ${from} to ${to}`];
  expect([from - 1, from, to, to + 1].map(problems)).toEqual([refused, [], [], refused]);
});

test.each([
  '/',
  'https://',
  'ftp://a.example',
  'https://jane@a.example',
  'https://a.example/v1/',
  'https://*.example',
  'https://a b',
  'https://a.example\\evil',
  'https://a.example\n/v1',
  '/..',
  '/.well-known',
  '/api//v1',
  '/äpi',
  '/api?x',
])('PUBLIC_URL=%s is refused', (value) => {
  expect(problemsOf({ ...REQUIRED, PUBLIC_URL: value })).toEqual([
    'PUBLIC_URL must be empty, a path such as /api/v1 or a URL such as https://api.example/v1, without a slash at the end',
  ]);
});

const AUDIENCE = { MCP: 'on', AUTH_JWT_AUDIENCE: 'a' };
const PROVIDER = { ...AUDIENCE, AUTH_JWT_ISSUER: 'https://id.example' };
const PUBLIC_KEY = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
const SAME_PORT = 'ADMIN_PORT must differ from PORT, because both listeners have the same address';
const SUNSET_FIRST = 'REST_SUNSET must not be before REST_DEPRECATION';
const EACH_PATH = '/leases/find-for-tenant/=2027-01-31,/leases/tenants/=2027-06-30';

test.each<[Environment, RegExp | null]>([
  [{ AUTH_JWT_SECRET: '' }, /^AUTH_JWT_SECRET or AUTH_JWT_PUBLIC_KEY or AUTH_JWKS_URL must be set/],
  [{ AUTH_JWT_SECRET: '', AUTH_JWKS_URL: 'https://id.example/keys' }, null],
  [{ AUTH_JWKS_URL: 'https://id.example/keys' }, null],
  [
    { AUTH_JWT_PUBLIC_KEY: PUBLIC_KEY, AUTH_JWKS_URL: 'https://id.example/keys' },
    /^AUTH_JWKS_URL cannot be set together with AUTH_JWT_PUBLIC_KEY/,
  ],
  [{ MCP: 'on' }, /^AUTH_JWT_AUDIENCE must be set with MCP, which accepts only tokens that are issued for it$/],
  [AUDIENCE, null],
  [
    { ...PROVIDER, PUBLIC_URL: '/api' },
    /^PUBLIC_URL must be a URL with MCP and AUTH_JWT_ISSUER, whose tokens are issued for that URL$/,
  ],
  [{ ...PROVIDER, PUBLIC_URL: 'https://a.example/api' }, null],
  [{ ...PROVIDER, PUBLIC_URL: '/api', MCP: 'off' }, null],
  [{ AUDIT_LOG: 'stdout' }, /^AUDIT_KEY must be set with AUDIT_LOG/],
  [{ AUDIT_LOG: 'stdout', AUDIT_KEY: 'short' }, /^AUDIT_KEY must be 32 bytes or more$/],
  [{ PORT: '4001' }, new RegExp(SAME_PORT)],
  [{ PORT: '4001', HOST: '0.0.0.0' }, new RegExp(SAME_PORT)],
  [{ PORT: '4001', HOST: '::' }, new RegExp(SAME_PORT)],
  [{ PORT: '4001', HOST: '127.0.0.2', ADMIN_HOST: '::' }, new RegExp(SAME_PORT)],
  [{ PORT: '4001', HOST: '127.0.0.2' }, null],
  [{ PORT: '0', ADMIN_PORT: '0' }, null],
  [{ REST_DEPRECATION: '2027-01-31', REST_SUNSET: '2027-01-30' }, new RegExp(SUNSET_FIRST)],
  [{ REST_DEPRECATION: '2027-01-31', REST_SUNSET: '2027-01-31' }, null],
  [{ REST_DEPRECATION: EACH_PATH, REST_SUNSET: '/leases/tenants/=2027-06-29' }, new RegExp(SUNSET_FIRST)],
  [{ REST_DEPRECATION: EACH_PATH, REST_SUNSET: EACH_PATH }, null],
  [{ REST_DEPRECATION_LINK: 'https://docs.example.com/rest', REST_SUNSET: '2027-01-31' }, null],
])('settings that must fit each other: %j', (environment, problem) => {
  const expected = problem === null ? [] : [expect.stringMatching(problem)];
  expect(problemsOf({ ...REQUIRED, ...environment })).toEqual(expected);
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

const BLANK = 'begins or ends with a space or a line break, which is part of the secret';
const WITH_PROVIDER = 'should be set with AUTH_JWKS_URL, whose keys sign tokens for other applications as well';

test.each<[Record<string, string>, string[]]>([
  [{ RATE_LIMTI: '5' }, ['unknown setting RATE_LIMTI; did you mean RATE_LIMIT?']],
  [{ AUDIT_FIEL: 'x' }, ['unknown setting AUDIT_FIEL; did you mean AUDIT_KEY?']],
  [{ TRUSTED_DOCUMENT: 'enforce' }, ['unknown setting TRUSTED_DOCUMENT; did you mean TRUSTED_DOCUMENTS?']],
  [{ LOGLEVEL: 'info' }, ['unknown setting LOGLEVEL; did you mean LOG_LEVEL?']],
  [{ LGLEVEL: 'info' }, ['unknown setting LGLEVEL; did you mean LOG_LEVEL?']],
  [{ GRAPHQL_ZZZ: '1' }, ['unknown setting GRAPHQL_ZZZ']],
  [{ DATABASE_URL: 'x', DATABASE_URL_FILE: 'x' }, []],
  [{ PATH: '/bin', PGHOST: 'x', PGPORT: '1', REPORT: 'x', HOSTNAME: 'x', PWD: '/', LOGNAME: 'x' }, []],
  // Kubernetes sets these for a service in the same namespace.
  [{ DATABASE_SERVICE_HOST: 'x', DATABASE_SERVICE_PORT: '1', DATABASE_SERVICE_PORT_MYSQL: '1' }, []],
  [{ DATABASE_PORT_3306_TCP_ADDR: 'x', REST_PORT: 'x' }, []],
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
])('what is probably a mistake: %j', (environment, problems) => {
  expect(suspectSettings(environment)).toEqual(problems);
});
