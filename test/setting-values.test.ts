/** The values of settings, at the limits of what they may be. */

import type { SETTINGS } from '../src/config/setting-table';
import { type Environment, readSettings } from '../src/config/settings';
import { problemsOf, REQUIRED, revealed } from './support/settings';

test('every number is read into its own setting, times in milliseconds', () => {
  const given = readSettings({
    ...REQUIRED,
    DATABASE_MAX_LAG_SECONDS: '11',
    DATABASE_POOL_SIZE: '12',
    DATABASE_CONNECT_TIMEOUT_MS: '13',
    DATABASE_CONNECTION_MAX_AGE_SECONDS: '14',
    STATEMENT_TIMEOUT_MS: '15',
    PORT: '16',
    ADMIN_PORT: '17',
    SHUTDOWN_DELAY_SECONDS: '18',
    MAX_REQUESTS_IN_FLIGHT: '19',
    MAX_CONNECTIONS: '20',
    MAX_EVENT_LOOP_DELAY_MS: '201',
    RATE_LIMIT: '21/22',
    AUTH_REMEMBER_SECONDS: '23',
    GRAPHQL_MAX_TOKENS: '124',
    GRAPHQL_MAX_COST: '129',
  });
  expect(given).toMatchObject({
    databaseMaxLagMs: 11_000,
    databasePoolSize: 12,
    databaseConnectTimeoutMs: 13,
    databaseConnectionMaxAgeMs: 14_000,
    statementTimeoutMs: 15,
    port: 16,
    adminPort: 17,
    shutdownDelayMs: 18_000,
    maxRequestsInFlight: 19,
    maxConnections: 20,
    maxEventLoopDelayMs: 201,
    rateLimit: { requests: 21, windowSeconds: 22 },
    authRememberMs: 23_000,
    graphqlLimits: { tokens: 124, cost: 129 },
  });
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
  const problem = [`${name} must be a whole number from ${from} to ${to}`];
  for (const [value, problems] of [
    [from, []],
    [to, []],
    [from - 1, problem],
    [to + 1, problem],
  ] as const) {
    expect(problemsOf({ ...REQUIRED, [name]: String(value) })).toEqual(problems);
  }
});

test('RATE_LIMIT is a number of requests and a number of seconds', () => {
  const problems = (value: string) => problemsOf({ ...REQUIRED, RATE_LIMIT: value });
  expect([problems('1/1'), problems('1000000/86400')]).toEqual([[], []]);
  const refused = ['RATE_LIMIT must look like 100/60: 1 to 1000000 requests in 1 to 86400 seconds'];
  for (const value of ['100', '0/60', '1000001/60', '100/0', '100/86401', '100/', '/60', '1/2/3', '1.5/60', '1 /60'])
    expect(problems(value)).toEqual(refused);
});

test.each(['AUTH_JWT_SECRET', 'AUDIT_KEY'])('%s has at least 32 bytes, as text or as base64', (name) => {
  const problems = (value: string) => problemsOf({ ...REQUIRED, [name]: value });
  // 0xff gives `/` in base64, and `_` in base64url.
  const base64 = (bytes: number, form: BufferEncoding = 'base64') =>
    `base64:${Buffer.alloc(bytes, 255).toString(form)}`;
  expect([problems('ä'.repeat(16)), problems(base64(32)), problems(base64(32, 'base64url'))]).toEqual([[], [], []]);
  const refused = [`${name} must be 32 bytes or more`];
  expect([problems('x'.repeat(31)), problems(base64(31))]).toEqual([refused, refused]);
});

test.each([
  '/',
  'https://',
  'ftp://a.example',
  'https://jane@a.example',
  'https://a.example/v1/',
  'https://a b',
  'https://*.example',
  'https://a"b',
  'https://a.example\\evil',
  'https://a.example\n/v1',
  '/.',
  '/..',
  '/api/..',
  '/.well-known',
  'api',
  '/api//v1',
  '/äpi',
  '/a%20b',
])('PUBLIC_URL=%s is refused', (value) => {
  expect(problemsOf({ ...REQUIRED, PUBLIC_URL: value })).toEqual([
    'PUBLIC_URL must be empty, a path such as /api/v1 or a URL such as https://api.example/v1, without a slash at the end',
  ]);
});

test('PUBLIC_URL is written as a header can hold it', () => {
  const { publicUrl, basePath } = readSettings({ ...REQUIRED, PUBLIC_URL: 'https://例え.jp/v1' });
  expect([publicUrl, basePath]).toEqual(['https://xn--r8jz45g.jp/v1', '/v1']);
});

describe('AUDIT_LOG', () => {
  const AUDIT_KEY = 'k'.repeat(32);
  const auditOf = (environment: Environment) => revealed(readSettings({ ...REQUIRED, ...environment }).audit);

  test('is standard output or a file, with a key; off by default, with or without a key', () => {
    const key = Buffer.from(AUDIT_KEY);
    expect(auditOf({ AUDIT_LOG: 'stdout', AUDIT_KEY })).toEqual({ file: null, key });
    expect(auditOf({ AUDIT_LOG: './off', AUDIT_KEY })).toEqual({ file: './off', key });
    expect([auditOf({ AUDIT_LOG: 'off' }), auditOf({ AUDIT_KEY })]).toEqual([null, null]);
  });

  test('without a key is refused', () => {
    const problems = problemsOf({ ...REQUIRED, AUDIT_LOG: 'stdout' });
    expect(problems).toEqual([expect.stringMatching(/^AUDIT_KEY must be set with AUDIT_LOG/)]);
  });
});

describe('the dates of the REST paths', () => {
  test.each(['2027-02-30', '/leases/=2027-01-31', '2027-01-31,/leases/tenants/=2027-01-31', '/leases/tenants/', ''])(
    'are not %p',
    (value) => {
      const problem =
        'REST_SUNSET must be a date like 2027-01-31, or /leases/find-for-tenant/ and /leases/tenants/, each with = and a date';
      expect(problemsOf({ ...REQUIRED, REST_SUNSET: value })).toEqual(value === '' ? [] : [problem]);
    },
  );

  test('a path is deprecated before it is gone', () => {
    const problems = (sunset: string, deprecation = '2027-01-31') =>
      problemsOf({ ...REQUIRED, REST_DEPRECATION: deprecation, REST_SUNSET: sunset });
    const refused = ['REST_SUNSET must not be before REST_DEPRECATION'];
    expect([problems('2027-01-30'), problems('2027-01-31')]).toEqual([refused, []]);
    const each = '/leases/find-for-tenant/=2027-01-31,/leases/tenants/=2027-06-30';
    expect([problems('/leases/tenants/=2027-06-29', each), problems(each, each)]).toEqual([refused, []]);
  });
});

test('REST_DEPRECATION_LINK needs a date', () => {
  const REST_DEPRECATION_LINK = 'https://docs.example.com/rest';
  expect(problemsOf({ ...REQUIRED, REST_DEPRECATION_LINK })).toEqual([
    'REST_DEPRECATION_LINK needs REST_DEPRECATION or REST_SUNSET',
  ]);
  expect(problemsOf({ ...REQUIRED, REST_DEPRECATION_LINK, REST_SUNSET: '2027-01-31' })).toEqual([]);
});
