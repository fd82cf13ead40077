/** The examples in `openapi.json` are real: each request, sent to a gateway with the data of `examples/`, gives its answer. */

import { CATALOGUE, type ErrorReason } from '../../src/errors';
import { json, send, type Sending } from '../http/client';
import { exchange } from '../http/raw';
import type { TestDatabase } from '../support/database';
import { gatewayWithoutDatabase, startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { examplesOf, operationAt, readOpenApi, responsesOf } from './described';
import { exampleDatabase } from './example-world';

const document = readOpenApi();
const [LEASES = '', TENANTS = ''] = Object.keys(document.paths);

let database: TestDatabase;
let gateway: TestGateway;
const away = gatewayWithoutDatabase();
let token: string;

beforeAll(async () => {
  database = await exampleDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  token = await signToken({ groups: ['acme'] });
});

afterAll(async () => {
  await gateway.close();
  await database.drop();
});

describe.each([LEASES, TENANTS])('%s', (path) => {
  const operation = operationAt(document, path);
  const answers = examplesOf(responsesOf(document, operation)[200]);
  const requests = Object.entries(examplesOf(operation.requestBody));

  test.each(requests)('%s gives the answer of its name', async (name, body) => {
    const answer = await send(gateway.url + path, { token, body });
    expect([answer.status, json(answer)]).toEqual([200, answers[name]]);
  });

  test('no answer goes without its request', () => {
    expect(Object.keys(answers)).toEqual(requests.map(([name]) => name));
  });
});

/** How each error is had, beside those that {@link RARE} names. */
const REFUSED: Partial<Record<ErrorReason, () => Promise<[path: string, sending: Sending, url?: string]>>> = {
  missingAuthorization: async () => [LEASES, {}],
  expiredToken: async () => [LEASES, { token: await signToken({ groups: '*', expiresIn: -60 }) }],
  invalidAuthorization: async () => [LEASES, { token: 'a.b.c' }],
  noTenantInformation: async () => [LEASES, { token, body: { group_id: 'acme' } }],
  bothGroupIdentifiers: async () => [TENANTS, { token, body: { group_id: 'a', group_external_ref: 'b' } }],
  externalRefWithoutGroup: async () => [LEASES, { token, body: { external_ref: 'A-1' } }],
  notFound: async () => [TENANTS, { token, body: { identifier: 'unknown' } }],
  unknownEndpoint: async () => ['/v2/leases/', { token }],
  methodNotAllowed: async () => [LEASES, { method: 'GET', token }],
  unsupportedMediaType: async () => [LEASES, { token, body: '{}', headers: { 'Content-Type': 'text/plain' } }],
  payloadTooLarge: async () => [LEASES, { token, body: { identifier: 'x'.repeat(70_000) } }],
  invalidJson: async () => [LEASES, { token, body: '{' }],
  invalidRequest: async () => [LEASES, { token, body: { email_address: 7 } }],
  invalidCursor: async () => [TENANTS, { token, body: { 'after-id': 'next' } }],
  serviceUnavailable: async () => [LEASES, { token, body: { identifier: 'x' } }, away.url],
};

const exampleOf = (reason: ErrorReason): unknown =>
  [LEASES, TENANTS]
    .map((path) => examplesOf(responsesOf(document, operationAt(document, path))[CATALOGUE[reason].status])[reason])
    .find((example) => example !== undefined);

test.each(Object.entries(REFUSED))('%s is answered as its example', async (reason, request) => {
  const [path, sending, url = gateway.url] = await request();
  const answer = await send(url + path, sending);
  expect([answer.status, json(answer)]).toEqual([
    CATALOGUE[reason as ErrorReason].status,
    exampleOf(reason as ErrorReason),
  ]);
});

test.each([
  ['badRequest', 'no HTTP\r\n\r\n'],
  ['headersTooLarge', `POST ${LEASES} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`],
] as const)('%s is answered as its example', async (reason, text) => {
  const [answer] = await exchange(gateway.url, [text]);
  expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([CATALOGUE[reason].status, exampleOf(reason)]);
});

/** Seen by the suites of `test/http/`, `test/db/` and `test/rate-limit/`, whose answers are held to the document, too. */
const RARE: readonly ErrorReason[] = [
  'requestTimeout',
  'rateLimited',
  'badGateway',
  'overloaded',
  'timeout',
  'internalError',
];

test('no error goes without a test here, but those of GraphQL and of MCP alone', () => {
  const elsewhere = ['missingGroup', 'foreignRequest'];
  const tried = [...Object.keys(REFUSED), 'badRequest', 'headersTooLarge', ...elsewhere, ...RARE];
  expect(tried.toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
});
