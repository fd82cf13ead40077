/** Settings for the time in which callers leave REST (decision 80). */

import { createHmac } from 'node:crypto';
import { Writable } from 'node:stream';

import { pino } from 'pino';

import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send, TENANTS } from '../http/client';
import { scrape } from '../http/scraped';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';

const AUDIT_KEY = 'k'.repeat(32);
const FOUND = { identifier: 'north-tenant' };

let database: TestDatabase;
let gateway: TestGateway;
let log: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
});
afterEach(() => gateway.close());
afterAll(() => database.drop());

async function serve(env: Readonly<Record<string, string>>): Promise<void> {
  log = [];
  const write = (line: Buffer, _coding: unknown, done: () => void) => {
    log.push(String(line));
    done();
  };
  gateway = await startTestGateway({
    databaseUrl: database.url,
    env,
    sealed: false,
    log: pino(new Writable({ write })),
  });
}

const post = async (path: string, body: object, headers?: Record<string, string>) =>
  send(gateway.url + path, { token: await everyGroup(), body, headers });

describe('a field that the contract does not name', () => {
  const misspelt = { identifer: 'lease-1', Ümlaut: 1, 'jane.doe@example.org': 1 };

  test('is ignored by default, and nothing reports it', async () => {
    await serve({});
    const answer = await post(TENANTS, misspelt);
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([200, null]);
    const { types, lines } = await scrape(gateway.adminUrl);
    expect(types.get('leasegate_rest_ignored_fields_total')).toBe('counter');
    expect(lines.filter(({ name }) => name === 'leasegate_rest_ignored_fields_total')).toEqual([]);
  });

  test('is named in a header, once in the log, and in a metric, if the name is a plain word', async () => {
    await serve({ REST_UNKNOWN_FIELDS: 'report' });
    for (const round of [1, 2]) {
      const answer = await post(TENANTS, misspelt);
      expect([round, answer.status, answer.headers.get('x-ignored-fields')]).toEqual([round, 200, 'identifer, other']);
    }
    const lines = log.map((line) => JSON.parse(line) as { msg: string; field: string; operation: string });
    const ignored = lines.filter(({ msg }) => msg === 'a field of REST requests is ignored');
    expect(ignored.map(({ operation, field }) => [operation, field])).toEqual([
      ['tenantsByLease', 'identifer'],
      ['tenantsByLease', 'other'],
    ]);
    const { sum } = await scrape(gateway.adminUrl);
    const counted = (field: string) =>
      sum('leasegate_rest_ignored_fields_total', { operation: 'tenantsByLease', field });
    expect([counted('identifer'), counted('other')]).toEqual([2, 2]);
    expect(log.join('')).not.toContain('jane.doe');
  });

  test('is reported on an error as well, and to a page of another origin', async () => {
    await serve({ REST_UNKNOWN_FIELDS: 'report', CORS_ORIGINS: 'https://app.example' });
    const answer = await post(LEASES, { identifer: 't' }, { Origin: 'https://app.example' });
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([400, 'identifer']);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/X-Ignored-Fields/i);
  });

  test.each([LEASES, TENANTS])('is refused on %s if the setting says so, with the known ones', async (path) => {
    await serve({ REST_UNKNOWN_FIELDS: 'refuse' });
    const answer = await post(path, { ...FOUND, identifer: 't' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      {
        error: {
          type: 'invalid_request',
          message: expect.stringMatching(/^The body must hold nothing but identifier, /) as string,
        },
      },
    ]);
    expect(answer.text).not.toContain('identifer');
    expect((await post(LEASES, FOUND)).status).toBe(200);
  });
});

describe('a body without a Content-Type', () => {
  const untyped = async (type?: string) => {
    const headers = {
      Authorization: `Bearer ${await everyGroup()}`,
      ...(type !== undefined && { 'Content-Type': type }),
    };
    // A typed array has no media type of its own.
    const body = new TextEncoder().encode(JSON.stringify(FOUND));
    return (await fetch(gateway.url + LEASES, { method: 'POST', headers, body })).status;
  };

  test('is refused by default', async () => {
    await serve({});
    expect([await untyped(), await untyped('application/json')]).toEqual([415, 200]);
  });

  test('is JSON with REST_CONTENT_TYPE=lenient, and another type is refused', async () => {
    await serve({ REST_CONTENT_TYPE: 'lenient' });
    expect([await untyped(), await untyped('application/json'), await untyped('text/plain')]).toEqual([200, 200, 415]);
  });
});

describe('the end of a path', () => {
  const announced = (headers: Headers) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

  test('is announced on every answer of the path', async () => {
    await serve({
      REST_DEPRECATION: '2027-01-31',
      REST_SUNSET: `${TENANTS}=2027-06-30`,
      REST_DEPRECATION_LINK: 'https://docs.example.com/rest',
      CORS_ORIGINS: 'https://app.example',
    });
    const deprecation = `@${Date.parse('2027-01-31T00:00:00Z') / 1000}`;
    const both = [
      deprecation,
      'Wed, 30 Jun 2027 00:00:00 GMT',
      '<https://docs.example.com/rest>; rel="deprecation sunset"',
    ];
    const one = [deprecation, null, '<https://docs.example.com/rest>; rel="deprecation"'];
    expect(announced((await post(LEASES, FOUND)).headers)).toEqual(one);
    expect(announced((await post(TENANTS, {})).headers)).toEqual(both);
    expect(announced((await send(gateway.url + TENANTS)).headers)).toEqual(both);
    expect(announced((await send(gateway.url + TENANTS, { method: 'GET' })).headers)).toEqual(both);
    expect(announced((await send(`${gateway.url}/openapi.json`, { method: 'GET' })).headers)).toEqual([
      null,
      null,
      null,
    ]);
    const shared = await post(LEASES, FOUND, { Origin: 'https://app.example' });
    expect(shared.headers.get('access-control-expose-headers')).toContain('Deprecation,Sunset,Link');
  });

  test.each([
    ['REST_DEPRECATION', '2027-01-31'],
    ['REST_SUNSET', '2027-06-30'],
  ])('pages of other origins may read its headers with %s alone', async (name, value) => {
    await serve({ [name]: value, CORS_ORIGINS: 'https://app.example' });
    const { headers } = await post(LEASES, FOUND, { Origin: 'https://app.example' });
    expect(headers.get('access-control-expose-headers')).toContain('Deprecation,Sunset,Link');
  });

  test('is announced nowhere by default', async () => {
    await serve({});
    expect(announced((await post(LEASES, FOUND)).headers)).toEqual([null, null, null]);
  });
});

test('with REST_USAGE, requests and their fields are counted for each caller', async () => {
  await serve({ REST_USAGE: 'on', AUDIT_KEY });
  const token = await signToken({ subject: 'billing@example.com', groups: '*' });
  await send(gateway.url + LEASES, { token, body: { ...FOUND, active: true, unknown: 1 } });
  await send(gateway.url + LEASES, { token, body: FOUND });
  await send(gateway.url + TENANTS, { token, body: { after_id: 1 } });
  await send(gateway.url + TENANTS);
  const caller = createHmac('sha256', AUDIT_KEY).update('billing@example.com').digest('hex').slice(0, 32);
  const { lines, text } = await scrape(gateway.adminUrl);
  const of = (wanted: string) =>
    lines.filter(({ name }) => name === wanted).map(({ labels, value }) => ({ ...labels, value }));
  expect(of('leasegate_rest_requests_total')).toEqual([
    { caller, operation: 'leasesForTenant', value: 2 },
    { caller, operation: 'tenantsByLease', value: 1 },
  ]);
  expect(of('leasegate_rest_fields_total')).toEqual([
    { caller, operation: 'leasesForTenant', field: 'identifier', value: 2 },
    { caller, operation: 'leasesForTenant', field: 'active', value: 1 },
  ]);
  expect(text).not.toContain('billing');
});
