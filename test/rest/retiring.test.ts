/** Settings for the time in which callers leave REST. */

import { insertHousehold } from '../db/household';
import { everyGroup, LEASES, send, TENANTS } from '../http/client';
import { databaseForAllTests } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';

const FOUND = { identifier: 'north-tenant' };

const database = databaseForAllTests();
let gateway: TestGateway;

beforeAll(() => insertHousehold(database.db, 'north'));
afterEach(() => gateway.close());

async function serve(env: Readonly<Record<string, string>>): Promise<void> {
  gateway = await startTestGateway({ databaseUrl: database.url, env, sealed: false });
}

const post = async (path: string, body: object, headers?: Record<string, string>) =>
  send(gateway.url + path, { token: await everyGroup(), body, headers });

test.each([LEASES, TENANTS])(
  'a field that the contract does not name is refused on %s if the setting says so, with the known ones',
  async (path) => {
    await serve({ REST_UNKNOWN_FIELDS: 'refuse' });
    const answer = await post(path, { ...FOUND, identifer: 't' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      {
        error: {
          type: 'invalid_request',
          message: expect.stringMatching(/^The body may have only these fields: identifier, /) as string,
        },
      },
    ]);
    expect(answer.text).not.toContain('identifer');
    expect((await post(LEASES, FOUND)).status).toBe(200);
  },
);

const untyped = async (type?: string) => {
  const headers = {
    Authorization: `Bearer ${await everyGroup()}`,
    ...(type !== undefined && { 'Content-Type': type }),
  };
  // A typed array has no media type of its own.
  const body = new TextEncoder().encode(JSON.stringify(FOUND));
  return (await fetch(gateway.url + LEASES, { method: 'POST', headers, body })).status;
};

test('a body without a Content-Type is JSON with REST_CONTENT_TYPE=lenient, and another type is refused', async () => {
  await serve({ REST_CONTENT_TYPE: 'lenient' });
  expect(await Promise.all([undefined, '', 'application/json', 'text/plain'].map(untyped))).toEqual([
    200, 200, 200, 415,
  ]);
});

describe('the end of a path', () => {
  const announced = (headers: Headers) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

  test('may be announced by its day alone', async () => {
    await serve({ REST_SUNSET: '2027-06-30' });
    const day = 'Wed, 30 Jun 2027 00:00:00 GMT';
    expect(announced((await post(LEASES, FOUND)).headers)).toEqual([null, day, null]);
  });

  test('is announced on every answer of the path', async () => {
    await serve({
      REST_DEPRECATION: '2027-01-31',
      REST_SUNSET: `${TENANTS}=2027-06-30`,
      REST_DEPRECATION_LINK: 'https://docs.example.com/rest',
    });
    const deprecation = `@${Date.parse('2027-01-31T00:00:00Z') / 1000}`;
    const link = '<https://docs.example.com/rest>; rel="deprecation sunset"';
    const both = [deprecation, 'Wed, 30 Jun 2027 00:00:00 GMT', link];
    const one = [deprecation, null, '<https://docs.example.com/rest>; rel="deprecation"'];
    for (const [answer, expected] of [
      [await post(LEASES, FOUND), one],
      [await post(TENANTS, {}), both],
      [await send(gateway.url + TENANTS), both],
      [await send(gateway.url + TENANTS, { method: 'GET' }), both],
      [await send(`${gateway.url}/openapi.json`, { method: 'GET' }), [null, null, null]],
    ] as const)
      expect(announced(answer.headers)).toEqual(expected);
  });

  test.each([
    ['REST_DEPRECATION', '2027-01-31'],
    ['REST_SUNSET', '2027-06-30'],
  ])('pages of other origins may read its headers with %s alone', async (name, value) => {
    await serve({ [name]: value, CORS_ORIGINS: 'https://app.example' });
    const { headers } = await post(LEASES, FOUND, { Origin: 'https://app.example' });
    expect(headers.get('access-control-expose-headers')).toContain('Deprecation,Sunset,Link');
  });
});
