/** A validating proxy that others wrote, between a client and a gateway, finds every request and answer as `openapi.json` says. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { freePort } from '../../tools/local-server/free-port';
import { ROOT } from '../../test/docs/repository';
import { json, send } from '../../test/http/client';
import type { TestDatabase } from '../../test/support/database';
import { startTestGateway, type TestGateway } from '../../test/support/gateway';
import { signToken } from '../../test/support/tokens';
import { examplesOf, operationAt, readOpenApi } from '../../test/openapi/described';
import { exampleDatabase } from '../../test/openapi/example-world';
import { program } from './program';

// It loads some hundred modules, on a machine that may be busy.
jest.setTimeout(180_000);

const document = readOpenApi();
const [LEASES = '', TENANTS = ''] = Object.keys(document.paths);

let database: TestDatabase;
let gateway: TestGateway;
let proxy: ChildProcess;
let url: string;
let token: string;

beforeAll(async () => {
  database = await exampleDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  token = await signToken({ groups: ['acme'] });
  const port = await freePort();
  const args = ['proxy', 'openapi.json', gateway.url, '--errors', '--port', String(port)];
  proxy = spawn(program('prism'), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  await listening(proxy);
  url = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  if (proxy.exitCode === null && proxy.kill()) await once(proxy, 'exit');
  await gateway.close();
  await database.drop();
});

/** Resolves when the proxy says that it listens. Its output is read on: a full pipe would halt it. */
function listening(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes('Prism is listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`prism ended: ${said}`)));
  });
}

const examples = [LEASES, TENANTS].flatMap((path) =>
  Object.entries(examplesOf(operationAt(document, path).requestBody)).map(
    ([name, body]) => [path, name, body] as const,
  ),
);

test.each(examples)('%s: %s', async (path, _name, body) => {
  const [through, straight] = await Promise.all([url, gateway.url].map((base) => send(base + path, { token, body })));
  expect([through?.status, through?.headers.get('sl-violations')]).toEqual([200, null]);
  expect(json(through!)).toEqual(json(straight!));
});

test.each([
  [LEASES, { group_id: 'acme' }, 400],
  [LEASES, { external_ref: 'A-1' }, 400],
  [LEASES, { identifier: 't-ada', group_id: 'a', group_external_ref: 'b' }, 400],
  [TENANTS, { identifier: 'unknown', min_move_in_date: null }, 404],
  [TENANTS, { 'after-id': '9007199254740993' }, 400],
])('%s %j is refused with %i', async (path, body, status) => {
  const answer = await send(url + path, { token, body });
  expect([answer.status, answer.headers.get('sl-violations')]).toEqual([status, null]);
  expect(json(answer)).toHaveProperty('error.type');
});

test('a token that is refused', async () => {
  const answer = await send(url + LEASES, { token: 'a.b.c', body: { identifier: 'x' } });
  expect([answer.status, json(answer)]).toMatchObject([401, { error: { type: 'invalid_authorization' } }]);
});

test.each(['/openapi.json', '/schema.graphql'])('GET %s', async (path) => {
  const answer = await send(url + path, { method: 'GET' });
  expect([answer.status, answer.headers.get('sl-violations')]).toEqual([200, null]);
});

test('it would tell: what the document does not allow does not pass', async () => {
  const { status, text } = await send(url + TENANTS, { token, body: { address: { zip: 'x' } } });
  expect([status, text]).toEqual([422, expect.stringContaining('address')]);
});
