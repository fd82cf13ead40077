/** Nothing that the program writes holds the value of a setting that may be a secret, in any spelling. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, inspect } from 'node:util';

import { pino } from 'pino';

import { Secret } from '../src/model/secret';
import { type Setting, SETTINGS } from '../src/config/setting-table';
import { readSettings, type Settings } from '../src/config/settings';
import { ServiceError } from '../src/errors';
import type { Caller } from '../src/model/caller';
import type { ObservedRequest, Observer } from '../src/observer';
import { openObservers } from '../src/server/server';
import { gatewayMetrics } from '../src/telemetry/metrics';
import { leasegate, serve } from './cli/leasegate';
import { finderOf } from './support/secrets';
import { until } from './support/until';
import { Collector } from './tracing/collector';

const folder = mkdtempSync(join(tmpdir(), 'leasegate-secrets-'));
const trail = join(folder, 'audit.ndjson');
let collector: Collector;

beforeAll(async () => {
  collector = await Collector.start();
});
afterAll(() => {
  collector.stop();
  rmSync(folder, { recursive: true });
});

/** A canary of 40 bytes for each place of the settings that may hold a secret. */
const canary = (name: string): string => `${name.toLowerCase().replaceAll('_', '')} + a canary / of`.padEnd(40, '=');
const PLACES = Object.entries(SETTINGS).flatMap(([name, setting]: [string, Setting<unknown>]) =>
  setting.secret || (/_URL|_ENDPOINT/.test(name) && name !== 'PUBLIC_URL') ? [name] : [],
);
const CANARIES = PLACES.map((name) => finderOf(canary(name)));

const canaries = (collectorUrl = 'http://127.0.0.1:1'): Record<string, string> => ({
  ...Object.fromEntries(PLACES.map((name) => [name, canary(name)])),
  DATABASE_URL: `mysql://reader:${encodeURIComponent(canary('DATABASE_URL'))}@127.0.0.1:1/leasegate`,
  AUTH_JWKS_URL: `http://127.0.0.1:1/keys?key=${encodeURIComponent(canary('AUTH_JWKS_URL'))}`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collectorUrl}/${encodeURIComponent(canary('OTEL_EXPORTER_OTLP_ENDPOINT'))}`,
  AUDIT_LOG: trail,
});

function expectNoSecret(where: string, written: string): void {
  expect([where, PLACES.filter((_, index) => CANARIES[index]!(written)), written.length > 0]).toEqual([
    where,
    [],
    true,
  ]);
}

test('every way to print a secret prints [secret]', () => {
  const secret = new Secret(canary('DATABASE_URL'));
  const bytes = new Secret(Buffer.from(canary('DATABASE_URL')));
  const lines: string[] = [];
  pino({ level: 'info' }, { write: (line: string) => lines.push(line) }).info({ secret, ...bytes, nested: [bytes] });
  for (const value of [secret, bytes]) {
    for (const print of [
      () => `${String(value)}`,
      () => JSON.stringify({ value }),
      () => inspect({ value }, { depth: 9, showHidden: true, customInspect: true }),
      () => inspect(value, { customInspect: false, showHidden: true }),
      () => format('%s %o %j', value, value, value),
      () => new Error(`no: ${String(value)}`).stack!,
      () => JSON.stringify([{ ...value }, Object.entries(value)]),
      () => lines.join(''),
    ])
      expectNoSecret(print.toString(), print());
  }
  expect([secret.reveal(), String(secret), lines.join('')]).toEqual([
    canary('DATABASE_URL'),
    '[secret]',
    expect.stringContaining('"secret":"[secret]","nested":["[secret]"]'),
  ]);
});

test('the settings as a whole can be printed', () => {
  const settings = readSettings(canaries());
  expectNoSecret('JSON', JSON.stringify(settings));
  expectNoSecret('the inspector', inspect(settings, { depth: Infinity, showHidden: true }));
});

/** Each spelling is found; otherwise nothing here could fail. */
test.each<[string, (text: string) => string]>([
  ['text', (text) => text],
  ['a URL', encodeURIComponent],
  ['base64', (text) => Buffer.from(`x${text}`).toString('base64')],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['hexadecimal', (text) => inspect(Buffer.from(text))],
  ['a list of bytes', (text) => JSON.stringify([...Buffer.from(text)])],
  ['the JSON of a Buffer', (text) => JSON.stringify(Buffer.from(text))],
  ['the JSON of bytes', (text) => JSON.stringify(new Uint8Array(Buffer.from(text)))],
])('a secret is found as %s', (_title, spell) => {
  for (const [index, name] of PLACES.entries())
    expect([name, CANARIES[index]!(spell(canary(name)))]).toEqual([name, true]);
});

const request = (): ObservedRequest => ({
  ...{ requestId: 'a', began: 0, trace: undefined, transport: 'rest', operation: 'leasesForTenant', type: 'none' },
});
const caller = { subject: 'jane', token: { kind: 'jwt', id: null } } as unknown as Caller;
const error = new ServiceError('internalError', { cause: new Error('a failure') });
const overloaded = new ServiceError('overloaded');

type Reports = { readonly [Event in keyof Required<Observer>]: readonly Parameters<NonNullable<Observer[Event]>>[] };

/** Each event that can be observed; the type checker names one that is missing. */
const reports = (observed: ObservedRequest): Reports => ({
  requestBegan: [[observed, { req: { method: 'POST', headers: {} } } as unknown as ServerResponse]],
  requestFailed: [[observed, error]],
  inputRefused: [[overloaded]],
  requestOverloaded: [[]],
  requestsWaiting: [[1], [-1]],
  clientConnectionClosed: [[]],
  tokenVerified: [
    [observed, 1],
    [observed, 1, error],
  ],
  tokenChecked: [['good'], ['malformed'], ['unavailable']],
  noGroupKnown: [[]],
  keySetLoaded: [[]],
  keySetFailed: [['did not answer']],
  secretsRead: [[[]], [['AUDIT_KEY must be 32 bytes or more']]],
  lookupEnded: [
    [observed, { operation: 'leasesForTenant', caller, filters: ['identifier'], lookups: 1, records: 1, ms: 1 }],
  ],
  lookupsRefused: [[observed, { caller, error, operations: () => ['leasesForTenant'], ms: 1 }]],
  operationExecuted: [[true]],
  statementEnded: [[{ sql: 'select 1', ms: 1, failed: true }, observed]],
  rowsRead: [[1]],
  hostChecked: [
    [{ host: 1, isInUse: true, problem: 'does not answer' }],
    [{ host: 1, isInUse: false, problem: null }],
    [{ host: 2, isInUse: true, problem: null }],
  ],
  connectionOpened: [['mysql']],
  connectionFailed: [[]],
  connectionClosed: [[]],
  connectionDiscarded: [['age']],
  connectionsBusy: [[1]],
  connectionWaiters: [[1]],
  statementRetried: [[]],
  linesLost: [['log', 1]],
  auditFailed: [['ENOSPC']],
  tracesFailed: [['ECONNREFUSED']],
  requestEnded: [[observed, { method: 'POST', route: '/leases/tenants/', status: 500, ms: 1, bytes: 1 }]],
});

test('no line, metric, span or audit line holds a secret, whatever is reported', async () => {
  const settings: Settings = readSettings({ ...canaries(collector.url), ACCESS_LOG: 'on', AUDIT_LOG: trail });
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const now = Date.now;
  const metrics = gatewayMetrics(() => 0, '1.0.0');
  const { observer, close } = await openObservers(settings, {
    ...{ now, monotonicNow: () => 0, log, version: '1.0.0', others: [metrics.observer] },
  });
  const observed = request();
  for (const [event, calls] of Object.entries(reports(observed)))
    for (const call of calls) (observer[event as keyof Observer] as (...values: readonly unknown[]) => void)(...call);
  await close();
  await until(() => collector.text.length > 0);

  expectNoSecret('the log', lines.join(''));
  expectNoSecret('the metrics', await metrics.text());
  expectNoSecret('the audit trail', readFileSync(trail, 'utf8'));
  expectNoSecret('the spans', collector.text);
});

test('no line of a gateway that starts, is unavailable and stops holds a secret', async () => {
  const env = {
    ...canaries(),
    AUTH_JWT_SECRET: `${canary('AUTH_JWT_SECRET')} `,
    NOTIFY_SOCKET: '/none',
    ACCESS_LOG: 'on',
  };
  const gateway = await serve({
    ...env,
    SOURCE_DATABASE_PASSWORD: canary('SOURCE_DATABASE_PASSWORD'),
    LOG_LEVEL: 'debug',
  });
  for (const path of ['/leases/tenants/', '/graphql', '/openapi.json', '/nothing'])
    expectNoSecret(path, await (await fetch(gateway.url + path, { method: 'POST', body: '{}' })).text());
  for (const path of ['/readyz', '/metrics', '/livez'])
    expectNoSecret(path, await (await fetch(gateway.adminUrl + path)).text());
  await until(() => gateway.stdout().includes('lookups are unavailable'));
  expect(await gateway.end()).toBe(0);
  expectNoSecret('the log', gateway.stdout());
});

/** Runs of each command that fail, print or read settings. */
const RUNS = [
  'serve --help',
  'migrate',
  'check',
  'check --json',
  'check --explain {"identifier":"a"}',
  'ready --timeout 1',
  'member list',
  'token list',
  'token inspect',
  'token create --subject a',
  'seed --leases 10',
  'import examples/two-groups',
  'import --from mysql://reader@127.0.0.1:1/old examples/two-groups',
  'import --help',
  'conformance --help',
  'cutover --help',
  'print-config',
  'print-config --json',
  'print-openapi',
  'print-schema',
];

test('no command prints a secret', async () => {
  for (const run of RUNS) {
    const { stdout, stderr } = await leasegate(run.split(' '), canaries(), 'a.b.c');
    expectNoSecret(run, stdout + stderr);
  }
  // Settings that are wrong are named without their values.
  const { AUTH_JWKS_URL } = canaries();
  const wrong = {
    ...Object.fromEntries(PLACES.map((name) => [name, `"${canary(name)}"`])),
    AUTH_JWKS_URL: `${AUTH_JWKS_URL}#`,
  };
  for (const run of [['serve'], ['check'], ['token', 'inspect'], ['print-config']]) {
    const { stdout, stderr } = await leasegate(run, wrong, 'a.b.c');
    expectNoSecret(run.join(' '), stdout + stderr);
  }
});
