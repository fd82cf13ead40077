/** What an operator gets of every event that a gateway reports: the lines of the log and the audit trail, the metrics and the spans. */

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { pino } from 'pino';

import { ServiceError, TOKEN_FAULTS, TokenError } from '../../src/errors';
import type { Caller } from '../../src/model/caller';
import { Secret } from '../../src/model/secret';
import { type ObservedRequest, type Observer, together } from '../../src/observer';
import { auditTrail } from '../../src/telemetry/audit-trail';
import { gatewayLog } from '../../src/telemetry/gateway-log';
import { gatewayMetrics } from '../../src/telemetry/metrics';
import { tracing } from '../../src/telemetry/spans';

const NOON = Date.parse('2026-03-15T12:00:00Z');
const LIMITS = { maxRequestsInFlight: 1, maxEventLoopDelayMs: 2, databaseConnectTimeoutMs: 3, maxConnections: 4 };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND'];
const PLACES = ['https://api.example', 'http://api.example', 'http://api.example:81', '/relative'];

const requestOf = (requestId: string, more: Partial<ObservedRequest> = {}): ObservedRequest =>
  Object.assign({ requestId, began: 0, trace: undefined, transport: 'rest', operation: 'none', type: 'none' }, more);

const responseTo = (method: string): ServerResponse => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, httpVersion: '1.1' });
  return new ServerResponse(request);
};

const stackAt = (frame: string) => `TypeError: jane\njane    at x\n    at ${frame}\n    at jane`;
const failureAt = (frame: string, more: object): Error =>
  Object.assign(new TypeError('jane'), { stack: stackAt(frame), ...more });

/** Reports every event. @param pass lets milliseconds pass */
function reportAll(observer: Required<Observer>, pass: (ms: number) => void): void {
  const uuid = '0b0a7c50-93a5-4d3f-8a4e-6a34c1a6ce10';
  const traced = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true };
  const callerOf = (subject: string | null, token: object) =>
    ({ subject, token, tokenExpiresAt: null, groups: { kind: 'all' } }) as Caller;
  const jwt = callerOf('jane', { kind: 'jwt', id: 'id-1' });
  const opaque = callerOf(null, { kind: 'opaque', id: 'jane@x' });
  const unavailable = new ServiceError('serviceUnavailable', { cause: failureAt('db (x:1:1)', { errno: 1146 }) });

  const rest = requestOf(uuid, { trace: traced });
  observer.requestBegan(rest, responseTo('POST'));
  observer.requestsWaiting(1);
  pass(2);
  observer.tokenVerified(rest, 2);
  observer.connectionOpened('mariadb');
  const statements =
    'select a from `b`.`leases` l; with x as (select 1 from units) select 1; insert into leases; set @a = 1';
  for (const sql of [...statements.split('; '), 'begin']) observer.statementEnded({ sql, ms: 1, failed: false }, rest);
  observer.statementEnded({ sql: 'update tenants set a = 1', ms: 250, failed: true }, rest);
  observer.statementEnded({ sql: 'show tables', ms: 7000, failed: true });
  observer.rowsRead(7);
  const lookup = { operation: 'leasesForTenant', filters: ['identifier'], lookups: 1, records: 3, ms: 1.2345 } as const;
  observer.lookupEnded(rest, { ...lookup, caller: jwt });
  rest.operation = 'leasesForTenant';
  pass(3);
  observer.requestEnded(rest, { method: 'POST', route: '/v1/leases', status: 200, ms: 5.6789, bytes: 10 });

  const graphql = requestOf('jane', { transport: 'graphql' });
  observer.requestBegan(graphql, responseTo('GET'));
  observer.lookupEnded(graphql, { ...lookup, lookups: 2, caller: opaque, failure: unavailable });
  observer.requestFailed(graphql, unavailable);
  Object.assign(graphql, { type: 'service_unavailable' });
  observer.requestEnded(graphql, { method: 'GET', route: '/graphql', status: 503, ms: 40, bytes: 0 });

  for (const id of [`${uuid}0`, `x${uuid}`]) observer.lookupEnded(requestOf(id), { ...lookup, caller: jwt });

  const trace = { ...traced, sampled: false };
  const refused = requestOf(uuid, { trace, tokenFault: 'expired', type: 'expired_token' });
  observer.requestBegan(refused, responseTo('POST'));
  observer.tokenVerified(refused, 1, new TokenError('expired'));
  const error = new TokenError('expired');
  observer.lookupsRefused(refused, { caller: undefined, error, operations: () => [], ms: 0.5 });
  observer.lookupsRefused(refused, { caller: jwt, error, operations: () => ['leasesForTenant', 'node'], ms: 2 });
  observer.requestFailed(refused, error);
  observer.requestFailed(rest, new ServiceError('overloaded'));
  for (const cause of [undefined, 'jane', failureAt('a (x:1:1)', { code: 'EPIPE', errno: -32 })])
    observer.requestFailed(rest, new ServiceError('internalError', { cause }));
  observer.requestEnded(refused, { method: 'POST', route: '/v1/leases', status: 401, ms: 1, bytes: 9 });
  for (const method of METHODS) {
    const request = requestOf(uuid, { transport: 'web' });
    observer.requestBegan(request, responseTo(method));
    const route = method === 'PROPFIND' ? 'none' : method === 'GET' ? '/assets/:version/:file' : '/status';
    observer.requestEnded(request, { method, route, status: 405, ms: 1, bytes: 9 });
  }
  const open = requestOf(uuid);
  for (const request of [open, requestOf(uuid)]) observer.requestBegan(request, responseTo('POST'));
  for (const name of ['requestEnded', 'tokenVerified'] as const)
    observer[name](requestOf(uuid), (name === 'requestEnded' ? { route: '/status', status: 200, ms: 1 } : 1) as never);
  observer.inputRefused(new ServiceError('badRequest'));
  observer.requestsWaiting(1);
  observer.requestsWaiting(-1);

  for (const event of ['requestOverloaded', 'clientConnectionClosed', 'noGroupKnown'] as const) {
    for (const ms of [0, 0, 0, 999, 1, 999, 1, 0]) {
      if (ms === 0) observer[event]();
      pass(ms);
    }
  }
  for (const verdict of [...TOKEN_FAULTS, 'good', 'unavailable', 'expired'] as const) observer.tokenChecked(verdict);
  observer.keySetFailed('cannot be reached');
  observer.keySetLoaded();
  pass(1500);
  for (const problems of [['The file is empty.'], []]) observer.secretsRead(problems);
  observer.secretsRead(['The file is gone.']);
  for (const state of ['1 used', '2', '1: away', '1: away', '2 used', '2 used', '1: behind', '1', '1: behind']) {
    const problem = state.split(': ')[1] ?? null;
    observer.hostChecked({ host: Number(state[0]), isInUse: state.endsWith('used'), problem });
  }
  for (const isCompiled of [true, true, false]) observer.operationExecuted(isCompiled);
  for (const product of ['mysql', 'mysql', 'mysql'] as const) observer.connectionOpened(product);
  observer.connectionClosed();
  observer.connectionFailed();
  for (const change of [1, 1, -1] as const) observer.connectionWaiters(change);
  for (const change of [1, 1, 1, -1] as const) observer.connectionsBusy(change);
  for (const reason of ['age', 'timeout', 'timeout', 'failed'] as const) observer.connectionDiscarded(reason);
  observer.statementRetried();
  observer.statementEnded({ sql: 'select 1', ms: 1, failed: false }, open);
  for (const lines of [7, 1]) observer.linesLost('log', lines);
  observer.linesLost('audit', 2);
  observer.auditFailed('ENOSPC');
  observer.tracesFailed('ECONNREFUSED');
}

let clock = 0;

beforeEach(() => {
  jest.useFakeTimers({ now: NOON, doNotFake: ['performance', 'nextTick', 'setImmediate', 'queueMicrotask'] });
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
  jest.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(NOON);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Everything that the observers of a gateway made of the events. */
async function told(accessLog: 'on' | 'off', level: string, publicUrl: string) {
  clock = 0;
  const said = { log: [] as string[], audit: [] as string[] };
  const to = (name: 'log' | 'audit') => ({ write: (line: string) => void said[name].push(line.trimEnd()) });
  const log = pino({ level, base: {}, timestamp: () => `,"passed":${clock}` }, to('log'));
  const metrics = gatewayMetrics(() => clock, '0');
  const exporter = new InMemorySpanExporter();
  let ids = 0;
  const idOf = (digits: number) => () => String((ids += 1)).padStart(digits, '0');
  const idGenerator = { generateTraceId: idOf(32), generateSpanId: idOf(16) };
  const provider = new BasicTracerProvider({ idGenerator, spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const observers = [
    gatewayLog(log, accessLog, LIMITS),
    auditTrail({ stream: to('audit'), key: new Secret(Buffer.alloc(32)), now: () => NOON + clock }),
    metrics.observer,
    tracing(provider.getTracer('test'), { publicUrl, basePath: '/base' }),
  ];
  const begun = await metrics.registry.metrics();
  reportAll(together(observers) as Required<Observer>, (ms) => {
    clock += ms;
    jest.advanceTimersByTime(ms);
  });
  const [finished, values] = [exporter.getFinishedSpans(), await metrics.registry.metrics()];
  metrics.observer.secretsRead([]);
  const renewed = await metrics.registry.metrics();
  const names = new Map(finished.map((span) => [span.spanContext().spanId, span.name]));
  const at = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1000 + nanoseconds / 1e6 - NOON;
  const spans = finished.map(({ name, kind, startTime, endTime, status, attributes, parentSpanContext: parent }) => ({
    ...{ name, kind, began: at(startTime), ended: at(endTime), status, attributes },
    ...(parent !== undefined && { parent: names.get(parent.spanId) ?? `${parent.traceId} ${parent.spanId}` }),
    ...(parent?.isRemote && { isRemote: true }),
  }));
  return { ...said, spans, begun: begun.replaceAll(process.version, 'NODE'), values, renewed };
}

test('the lines of the log and of the audit trail, and the spans', async () => {
  const { log, audit, spans } = await told('on', 'info', PLACES[0]!);
  expect(log).toMatchSnapshot('log');
  const pid = String(process.pid);
  expect(audit.map((line) => line.replace(pid, 'PID').replace(/"hostname":"[^"]*"/, 'HOST'))).toMatchSnapshot('audit');
  expect(spans).toMatchSnapshot('spans');
});

test('without ACCESS_LOG a request has a line at level debug alone', async () => {
  const [{ log: all }, { log: some }] = [await told('off', 'debug', '/'), await told('off', 'info', '/')];
  expect(all.filter((line) => line.includes('"level":20'))).toMatchSnapshot();
  expect(some).toEqual(all.filter((line) => !line.includes('"level":20')));
});

test.each(PLACES)('where clients see a gateway whose PUBLIC_URL is %s', async (publicUrl) => {
  const { spans } = await told('off', 'fatal', publicUrl);
  expect(spans.find(({ isRemote }) => isRemote)).toMatchSnapshot();
});

test('the metrics begin at 0, each with its meaning, and count every event where it belongs', async () => {
  const { begun, values, renewed } = await told('off', 'fatal', '/');
  expect(begun).toMatchSnapshot('begun');
  const same = new Set(begun.split('\n'));
  expect(values.split('\n').filter((line) => !same.has(line) && !line.includes(process.version))).toMatchSnapshot();
  expect(renewed).toContain('\nleasegate_settings_outdated 0\n');
});
