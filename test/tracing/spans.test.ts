/** Traces as a collector receives them. */

import { pino } from 'pino';

import { insertHousehold } from '../db/household';
import { errorType, everyGroup, LEASES, send, sendGraphQL } from '../http/client';
import { createTestDatabase, serverKind, type TestDatabase } from '../support/database';
import { DATABASE_AWAY, startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { until } from '../support/until';
import { Collector } from './collector';

/** The names of the spans of requests, by the semantic conventions of OpenTelemetry. */
const REST = `POST ${LEASES}`;
const GRAPHQL = 'POST /graphql';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

let database: TestDatabase;
let collector: Collector;
let gateway: TestGateway;
/** Each test has its own trace. */
let nth = 0;
const newTrace = (): string => `${TRACE.slice(2)}${String((nth += 1)).padStart(2, '0')}`;

beforeAll(async () => {
  // Variables that the packages of OpenTelemetry read themselves.
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'deployment.environment.name=test,service.version=own';
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  collector = await Collector.start();
  gateway = await startTestGateway({
    databaseUrl: database.url,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, AUTH_REMEMBER_SECONDS: '0' },
  });
});
afterAll(async () => {
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  delete process.env.OTEL_RESOURCE_ATTRIBUTES;
  await gateway.close();
  collector.stop();
  await database.drop();
});

test('a lookup over REST: the request, its authentication, its lookup and its statements', async () => {
  const traceId = newTrace();
  const headers = { traceparent: `00-${traceId}-${SPAN}-01`, 'X-Request-Id': 'req-1' };
  const answer = await send(gateway.url + LEASES, {
    token: await everyGroup(),
    headers,
    body: { identifier: 'north-tenant' },
  });
  expect(answer.status).toBe(200);
  const spans = await collector.trace(traceId, REST);
  const [request] = spans.filter(({ name }) => name === REST);
  expect([request?.parentId, request?.failed, request?.attributes]).toMatchSnapshot();
  expect(answer.headers.get('traceparent')).toBe(`00-${traceId}-${request?.spanId}-01`);
  const below = (parentId: string | undefined) => spans.filter((span) => span.parentId === parentId);
  expect(below(request?.spanId)).toHaveLength(spans.length - 1);
  const [steps, statements] = [/^(authenticate|lookup)/, /^(?!POST)[A-Z]/].map((form) =>
    spans.filter(({ name }) => form.test(name)),
  ) as [typeof spans, typeof spans];
  expect(steps.map(({ name }) => name)).toEqual(['authenticate', 'lookup leasesForTenant']);
  expect(statements.length).toBeGreaterThan(0);
  for (const { name, ms, attributes } of statements) {
    expect(name).toMatch(/^[A-Z]+( \w+)?$/);
    expect(attributes).toMatchObject({
      'db.system.name': await serverKind(),
      'db.query.summary': name,
      'db.operation.name': name.split(' ')[0],
    });
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(request?.ms ?? 0);
  }
  expect(collector.resource).toMatchSnapshot('resource');
});

test('over GraphQL; without a trace of the caller a new one begins', async () => {
  const answer = await sendGraphQL(gateway.url, { token: await everyGroup() });
  const [, traceId = '', spanId] = answer.headers.get('traceparent')?.split('-') ?? [];
  const spans = await collector.trace(traceId, GRAPHQL);
  expect(spans.find((span) => span.spanId === spanId)).toMatchObject({
    name: GRAPHQL,
    parentId: '',
    attributes: { 'graphql.operation.type': 'query', 'http.route': '/graphql' },
  });
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['authenticate', 'lookup leasesForTenant']));
});

test('a refusal is the client’s, with its type', async () => {
  const traceId = newTrace();
  const headers = { traceparent: `00-${traceId}-${SPAN}-01` };
  const answer = await send(gateway.url + LEASES, { token: 'nonsense-nonsense', headers, body: {} });
  expect(errorType(answer)).toBe('invalid_authorization');
  const spans = await collector.trace(traceId, REST);
  const refused = { failed: false, attributes: { 'error.type': 'invalid_authorization' } };
  for (const name of [REST, 'authenticate']) expect(spans.find((span) => span.name === name)).toMatchObject(refused);
});

test('a caller that does not sample is not traced, and keeps its trace', async () => {
  const [unsampled, sampled] = [newTrace(), newTrace()];
  const ask = (traceId: string, flags: string) =>
    send(gateway.url + LEASES, { headers: { traceparent: `00-${traceId}-${SPAN}-${flags}` } });
  const answer = await ask(unsampled, '00');
  expect(answer.headers.get('traceparent')).toMatch(new RegExp(`^00-${unsampled}-[0-9a-f]{16}-00$`));
  await ask(sampled, '03');
  await collector.trace(sampled, REST);
  expect(collector.spans.filter(({ traceId }) => traceId === unsampled)).toEqual([]);
});

test('a trace contains no value of a request or a record, and not the `tracestate` of the caller', async () => {
  const token = await signToken({ subject: 'jane.doe@example.org', groups: '*' });
  const headers = { traceparent: `00-${newTrace()}-${SPAN}-01`, tracestate: 'vendor=jane@example.org' };
  const body = {
    query: 'query Jane { jane: leasesForTenant(tenant: { emailAddress: "jane.doe@example.org" }) { totalCount } }',
  };
  await send(`${gateway.url}/graphql`, { token, headers, body });
  await send(gateway.url + LEASES, { token, headers, body: { email_address: 'jane.doe@example.org' } });
  await collector.trace(headers.traceparent.split('-')[1] ?? '', REST);
  expect(collector.text).not.toMatch(/jane|example\.org|north|group_id|127\.0\.0\.1|eyJ/i);
});

test.each([
  ['refuses', () => Collector.start(400)],
  ['is overloaded', () => Collector.start(503)],
  ['never answers', () => Collector.start(null)],
  ['is not there', async () => undefined],
])('a collector that %s: answers go on, and the gateway ends', async (what, start) => {
  const away = await start();
  const OTEL_EXPORTER_OTLP_ENDPOINT = away?.url ?? 'http://127.0.0.1:1';
  let logged = '';
  const log = pino({}, { write: (line: string) => void (logged += line) });
  const own = await startTestGateway({ databaseUrl: database.url, env: { OTEL_EXPORTER_OTLP_ENDPOINT }, log });
  const token = await everyGroup();
  for (let time = 0; time < 20; time += 1)
    expect((await send(own.url + LEASES, { token, body: { identifier: 'north-tenant' } })).status).toBe(200);
  if (what === 'refuses') await until(() => logged.includes('"code":400,"msg":"traces not sent"'));
  const closing = Date.now();
  await own.close();
  expect(Date.now() - closing).toBeLessThan(9_000);
  away?.stop();
});

test('a gateway names where clients see it, a failure of its own as failed, and no method or path that nobody knows', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, PUBLIC_URL: 'https://api.example/v1' };
  const own = await startTestGateway({ databaseUrl: DATABASE_AWAY, env });
  const spanOf = async (path: string, name: string, init: object) => {
    const traceId = newTrace();
    const headers = { traceparent: `00-${traceId}-${SPAN}-01`, 'X-Request-Id': 'req-2' };
    await send(own.url + path, { headers, ...init });
    const { failed, attributes } = (await collector.trace(traceId, name)).find((span) => span.name === name)!;
    return { name, failed, attributes };
  };
  const body = { identifier: 'north-tenant' };
  expect(await spanOf(LEASES, `POST /v1${LEASES}`, { token: await everyGroup(), body })).toMatchSnapshot();
  const unknown = await spanOf('/jane', 'HTTP', { method: 'PROPFIND' });
  await own.close();
  expect(unknown).toMatchObject({ failed: false, attributes: { 'http.request.method': '_OTHER' } });
  for (const absent of ['http.route', 'url.path']) expect(unknown.attributes).not.toHaveProperty([absent]);
});

test('a gateway sends all its spans over one connection', async () => {
  const single = await Collector.start();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: single.url };
  const own = await startTestGateway({ databaseUrl: database.url, env });
  for (const traceId of [newTrace(), newTrace(), newTrace()]) {
    await send(own.url + LEASES, { headers: { traceparent: `00-${traceId}-${SPAN}-01` } });
    await single.trace(traceId, REST);
  }
  await own.close();
  expect(single.connections).toBe(1);
  single.stop();
});

test('OTEL_SDK_DISABLED=true: nothing is sent', async () => {
  const { requests } = collector;
  const own = await startTestGateway({
    databaseUrl: database.url,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' },
  });
  expect((await send(own.url + LEASES)).headers.get('traceparent')).toBeNull();
  await own.close();
  expect(collector.requests).toBe(requests);
});
