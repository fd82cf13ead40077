/** What each setting makes of a text: what it changes, or the exact sentence that says what it must be, and never repeats it. */

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { suspectSettings } from '../src/config/environment';
import { SETTINGS } from '../src/config/setting-table';
import { describeSettings, type Environment, readSettings, SettingsError } from '../src/config/settings';
import { problemsOf, REQUIRED, revealed } from './support/settings';

/** Given to each setting in turn. */
const TEXTS = JSON.parse(readFileSync(join(__dirname, 'setting-texts.json'), 'utf8')) as string[];
const NAMES = [
  ...Object.keys(SETTINGS),
  ...['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
];
const ENOUGH: Environment = {
  ...REQUIRED,
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example',
  AUDIT_KEY: REQUIRED.AUTH_JWT_SECRET,
};
const asText = (_key: string, value: unknown) =>
  Array.isArray((value as { data?: unknown } | null)?.data) ? Buffer.from(value as never).toString('latin1') : value;
const entriesOf = (environment: Environment) =>
  Object.entries(revealed(readSettings(environment)) as object).map((entry) => JSON.stringify(entry, asText));

test.each(NAMES)('what each text means for %s', (name) => {
  const usual = entriesOf(ENOUGH);
  const outcomes: Record<string, string[]> = {};
  for (const text of TEXTS) {
    const environment = { ...ENOUGH, [name]: text };
    const problems = problemsOf(environment);
    const read = problems.length > 0 ? problems : entriesOf(environment).filter((entry) => !usual.includes(entry));
    const all = [...read, ...suspectSettings(environment)].join('\n');
    (outcomes[text.length > 1 ? all.replaceAll(JSON.stringify(text.trim()), 'TEXT') : all] ??= []).push(text);
  }
  const groups = Object.entries(outcomes).toSorted(([, one], [, other]) => one.length - other.length);
  const told = groups.map(([outcome, texts], index) => [outcome, index + 1 === groups.length ? 'all others' : texts]);
  expect(Object.fromEntries(told)).toMatchSnapshot();
});

test('how `print-config` shows each text', () => {
  const shown = (['HOST', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'AUDIT_KEY'] as const).map((name) =>
    TEXTS.map((text) => [text, describeSettings({ [name]: text })[name]]).filter(([text, told]) => told !== text),
  );
  expect(shown.map((each) => each.map((pair) => pair.join(' → ')))).toMatchSnapshot();
});

test('the setting that was probably meant', () => {
  const variants = (name: string) => [
    ...[name.slice(1), name.slice(2), name.slice(0, -1), name.slice(0, -2), name.slice(0, -3), `X${name}`, `${name}XX`],
    ...[name.replace(/(.)(.)$/, '$2$1'), name.replaceAll('_', ''), name.toLowerCase(), name.replace(/^[^_]*_/, '')],
    ...[name.replace(/_[^_]*$/, ''), name.replace(/_.*_/, '_'), `${name}_ON`, `${name}_FILE`, `MY_${name}`],
    `${name}_SERVICE_PORT`,
  ];
  const meant = NAMES.flatMap(variants).map((name) => `${name}: ${suspectSettings({ [name]: 'x' }).join('; ')}`);
  expect(meant).toMatchSnapshot();
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
