/** `/metrics`: what was asked and answered, in words of ours alone. */

import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { databaseForAllTests } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { holdsCanary } from '../support/canary';
import { everyGroup, LEASES, send, sendGraphQL, TENANTS } from './client';
import { exchange } from './raw';
import { scrape, type Scraped } from './scraped';
import { until } from '../support/until';

const database = databaseForAllTests();
let gateway: TestGateway;

beforeAll(() => insertHousehold(database.db, 'north'));
beforeEach(async () => {
  gateway = await startTestGateway({ databaseUrl: database.url });
});
afterEach(() => gateway.close());

const REQUESTS = 'leasegate_http_requests_total';

/** The metrics once this many requests are over: the last of them may still be closing when its client has the answer. */
const scrapeAfter = (requests: number): Promise<Scraped> =>
  until(async () => {
    const metrics = await scrape(gateway.adminUrl);
    return metrics.sum(REQUESTS) >= requests && metrics;
  });

test('each request is counted by transport, operation, status and type', async () => {
  const token = await everyGroup();
  const found = { token, body: { identifier: 'north-tenant' } };
  await send(gateway.url + LEASES, found);
  await send(gateway.url + LEASES, found);
  await send(gateway.url + TENANTS, { token, body: { identifier: 'unknown' } });
  await send(gateway.url + TENANTS);
  await sendGraphQL(gateway.url, { token });
  await sendGraphQL(gateway.url);
  await send(`${gateway.url}/graphql`, { token, body: { query: '{ viewer { subject } a: nodes(ids: []) { id } }' } });
  await send(`${gateway.url}/graphql`, { body: { query: '{ __typename }' } });
  await send(`${gateway.url}/graphql`, { token, body: { query: '{ nonsense }' } });
  await send(`${gateway.url}/openapi.json`, { method: 'GET' });
  await send(`${gateway.url}/jane.doe@example.org`, { method: 'GET' });
  await exchange(gateway.url, ['nonsense\r\n\r\n']);

  const metrics = await scrapeAfter(12);
  const told = metrics.lines
    .filter(({ name }) => name === REQUESTS)
    .map(({ labels: { transport, operation, status, type }, value }) =>
      [transport, operation, status, type, value].join(' '),
    );
  expect(told.toSorted()).toEqual(
    [
      'rest leasesForTenant 200 none 2',
      'rest tenantsByLease 404 not_found 1',
      'rest tenantsByLease 400 missing_authorization 1',
      'graphql leasesForTenant 200 none 1',
      'graphql leasesForTenant 401 missing_authorization 1',
      'graphql several 200 none 1',
      'graphql introspection 200 none 1',
      'graphql none 200 invalid_request 1',
      'web none 200 none 1',
      'none none 404 unknown_endpoint 1',
      'none none 400 bad_request 1',
    ].toSorted(),
  );
  expect(metrics.sum('leasegate_http_request_duration_seconds_count', { transport: 'rest' })).toBe(4);
  expect(metrics.sum('leasegate_http_requests_in_flight')).toBe(0);
  // The one that was broken never became a request.
  expect(metrics.sum('leasegate_token_checks_total', { verdict: 'good' })).toBe(5);
  expect(metrics.sum('leasegate_token_checks_total', { verdict: 'missing' })).toBe(2);
  expect(metrics.text).not.toMatch(/jane|example\.org|north|unknown-|nonsense/);
});

test('statements, their rows and their durations', async () => {
  const token = await everyGroup();
  await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  const before = await scrapeAfter(1);
  await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  const after = await scrapeAfter(2);
  const grown = (name: string, labels = {}) => after.sum(name, labels) - before.sum(name, labels);
  expect(grown('leasegate_database_statement_duration_seconds_count', { outcome: 'ok' })).toBe(1);
  expect(grown('leasegate_database_statement_duration_seconds_sum')).toBeGreaterThan(0);
  expect(grown('leasegate_database_rows_total')).toBe(1);
  expect(after.sum('leasegate_database_statement_duration_seconds_count', { outcome: 'failed' })).toBe(0);
});

test('a failed statement, and a client that disconnects before the answer', async () => {
  await gateway.close();
  gateway = await startTestGateway({ databaseUrl: database.url, env: { STATEMENT_TIMEOUT_MS: '1500' } });
  const token = await everyGroup();
  await send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });
  const held = await holdTenants(database.url);
  const clientTimeout = new AbortController();
  const asked = fetch(gateway.url + LEASES, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifier: 'north-tenant' }),
    signal: clientTimeout.signal,
  }).catch(() => undefined);
  await held.awaited();
  expect((await scrape(gateway.adminUrl)).sum('leasegate_http_requests_in_flight')).toBe(1);
  clientTimeout.abort();
  await asked;
  const metrics = await scrapeAfter(2);
  expect(metrics.sum(REQUESTS, { status: '499' })).toBe(1);
  expect(metrics.sum('leasegate_http_requests_in_flight')).toBe(0);
  const failed = { outcome: 'failed' };
  const statements = 'leasegate_database_statement_duration_seconds_count';
  await until(async () => (await scrape(gateway.adminUrl)).sum(statements, failed) !== 0);
  await held.release();
});

test('a repeated operation is compiled', async () => {
  const token = await everyGroup();
  for (let time = 0; time < 3; time += 1) await sendGraphQL(gateway.url, { token });
  const metrics = await scrapeAfter(3);
  const executions = (executor: string) => metrics.sum('leasegate_graphql_executions_total', { executor });
  expect([executions('graphql-js'), executions('compiled')]).toEqual([1, 2]);
});

test('values of requests never become labels', async () => {
  const token = await everyGroup();
  const ask = async (name: string) => {
    await send(`${gateway.url}/graphql`, { token, body: { query: `query ${name} { ${name}: viewer { subject } }` } });
    await send(`${gateway.url}/${name}`, { method: 'GET', headers: { 'X-Request-Id': name, traceparent: name } });
  };
  const seriesAfter = async (requests: number) =>
    (await scrapeAfter(requests)).lines.filter(({ name }) => name.startsWith('leasegate_')).length;
  await ask('first');
  const before = await seriesAfter(2);
  for (let nth = 0; nth < 5; nth += 1) await ask(`nightingale${nth}`);
  expect(await seriesAfter(12)).toBe(before);
  expect(holdsCanary((await scrape(gateway.adminUrl)).text)).toBe(false);
});
