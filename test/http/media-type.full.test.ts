import { startTestGateway, type TestGateway } from '../support/gateway';
import { json, send } from './client';

/** What a `Content-Type` does to a request of `/graphql`, however it is written. */

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
});

afterAll(() => gateway.close());

const DATA = { data: { __typename: 'Query' } };
const get = (type: string) =>
  send(`${gateway.url}/graphql?query=%7B__typename%7D`, { method: 'GET', headers: { 'Content-Type': type } });
const post = (type: string) =>
  send(`${gateway.url}/graphql`, { body: { query: '{__typename}' }, headers: { 'Content-Type': type } });

test.each([
  'application/json',
  'Application/JSON',
  'application/json ;',
  'application/json;charset=utf-8',
  'application/json; charset="UTF-8"',
  'application/json; charset=utf8',
  'application/json; charset=utf-8; charset=latin1',
  'application/json;;;x',
  'application/json; profile="a;b"; x=y',
])('%s is JSON, for GET and POST', async (type) => {
  expect([(await get(type)).status, json(await get(type))]).toEqual([200, DATA]);
  expect([(await post(type)).status, json(await post(type))]).toEqual([200, DATA]);
});

test('only a body is refused for a charset other than UTF-8', async () => {
  expect((await get('application/json;charset=latin1')).status).toBe(200);
  expect((await post('application/json;charset=latin1')).status).toBe(415);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json+x',
  'application/jsonx',
  'application/json, text/plain',
  'application',
  'x',
  '/',
  ';application/json',
])('%s is not JSON, for GET and POST', async (type) => {
  for (const answer of [await get(type), await post(type)]) expect([type, answer.status]).toEqual([type, 415]);
});

test.each(['application/json', 'text/plain', 'application/xml'])(
  'a POST of %s without a body is 400 invalid_request',
  async (type) => {
    const answer = await send(`${gateway.url}/graphql`, { headers: { 'Content-Type': type } });
    expect([answer.status, json(answer)]).toMatchObject([
      400,
      { errors: [{ extensions: { type: 'invalid_request' } }] },
    ]);
  },
);
