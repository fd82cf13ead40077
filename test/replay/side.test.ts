/**
 * How a replay asks a server, whatever the server does. No server here is a gateway, so its answers are not checked
 * against `openapi.json`.
 * @jest-environment node
 */

import { createSide, type Question } from '../../src/replay/side';
import { type Respond, type Service, startService } from './service';

let service: Service | undefined;
afterEach(() => service?.close());

const pauses: number[] = [];
beforeEach(() => void pauses.splice(0));

async function askOf(respond: Respond, timeoutMs = 30_000, path = '/') {
  service = await startService(respond);
  const sleep = (ms: number) => Promise.resolve(void pauses.push(ms));
  return createSide({ url: new URL(service.url + path), timeoutMs, pace: () => Promise.resolve(), sleep });
}

const question: Question = {
  operation: 'tenants',
  token: 'secret',
  type: 'application/json',
  body: { identifier: 'é' },
};

const ok: Respond = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end('{"é":1}');
};

it('sends what the tape has, below the base URL, and nothing else that matters', async () => {
  const ask = await askOf(ok, 30_000, '/api/v1/');
  expect(await ask(question)).toEqual({ status: 200, contentType: 'application/json', body: '{"é":1}' });
  await ask({ operation: 'find-for-tenant', token: null, type: null });
  const [full, bare] = service!.got.map(({ request, body }) => ({
    target: `${request.method} ${request.url}`,
    type: request.headers['content-type'],
    authorization: request.headers.authorization,
    body,
  }));
  expect(full).toEqual({
    target: 'POST /api/v1/leases/tenants/',
    type: 'application/json',
    authorization: 'Bearer secret',
    body: '{"identifier":"é"}',
  });
  expect(bare).toEqual({ target: 'POST /api/v1/leases/find-for-tenant/', body: '' });
});

it('does not follow a redirect', async () => {
  const ask = await askOf((response) => response.writeHead(302, { Location: '/elsewhere' }).end());
  expect(await ask(question)).toMatchObject({ status: 302 });
  expect(service!.got.length).toBe(1);
});

test.each([429, 503])('a server that answers %d is asked again after the pause that it asks for', async (status) => {
  const seconds = ['0', '2', '86400'];
  const ask = await askOf((response, got) => {
    const pause = seconds.shift();
    if (pause === undefined) ok(response, got);
    else response.writeHead(status, { 'Retry-After': pause }).end();
  });
  expect(await ask(question)).toMatchObject({ status: 200 });
  expect(pauses).toEqual([0, 2000, 5000]);
});

it('does not ask without end', async () => {
  const ask = await askOf((response) =>
    response.writeHead(503, { 'Retry-After': 'Tue, 24 Nov 2026 12:00:00 GMT' }).end(),
  );
  expect(await ask(question)).toMatchObject({ status: 503 });
  expect(pauses).toEqual([1000, 1000, 1000]);
});

test.each<[string, Respond]>([
  ['closes the connection', (response) => void response.destroy()],
  [
    'ends its answer early',
    (response) => void response.writeHead(200, { 'Content-Length': '9' }).write('x', () => response.destroy()),
  ],
  ['does not answer in time', () => undefined],
])('a server that %s gives no answer', async (_what, respond) => {
  const ask = await askOf(respond, 300);
  expect(await ask(question)).toBe('no_answer');
  expect(service!.got.length).toBe(2);
});

it('does not read an answer without end', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const ask = await askOf((response) => {
    const write = (): void => void (response.destroyed || response.write(chunk, write));
    write();
  });
  expect(await ask(question)).toBe('answer_too_large');
});

it('waits for the pace before each request', async () => {
  service = await startService((response) => response.writeHead(503).end());
  let paced = 0;
  const sleep = () => Promise.resolve();
  const pace = () => Promise.resolve(void (paced += 1));
  await createSide({ url: new URL(service.url), timeoutMs: 1000, pace, sleep })(question);
  expect(paced).toBe(service.got.length);
});
