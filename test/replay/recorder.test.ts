/**
 * What a recorder passes on and writes. No server here is a gateway, so its answers are not checked against
 * `openapi.json`.
 * @jest-environment node
 */

import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { createRecorder, type Recorder } from '../../src/replay/recorder';
import { exchange } from '../http/raw';
import { readTapedRequest, type TapedRequest } from '../../src/replay/tape';
import { type Respond, type Service, startService } from './service';

let service: Service;
let recorder: Recorder;
let url: string;
const lines: TapedRequest[] = [];

afterEach(() => {
  recorder.server.close();
  recorder.server.closeAllConnections();
  service.close();
});

async function recording(respond: Respond, path = '', readsFirst = true, keepsValues = false): Promise<void> {
  lines.splice(0);
  service = await startService(respond, readsFirst);
  recorder = createRecorder({
    target: new URL(service.url + path),
    nameCaller: (authorization) => authorization ?? null,
    ...(!keepsValues && { hash: (value) => `hash of ${value.length}` }),
    write: (line) => lines.push(readTapedRequest(line)),
    monotonicNow: () => 0,
  });
  recorder.server.listen(0, '127.0.0.1');
  await once(recorder.server, 'listening');
  url = `http://127.0.0.1:${(recorder.server.address() as AddressInfo).port}`;
}

const ok: Respond = (response) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"leases": [], "last_id": -1}');

const post = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: '{}',
    ...init,
  });

/** Waits for what happens after the client has its answer. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

it('passes no authority on that a client names', async () => {
  await recording(ok, '/old');
  const head =
    'POST http://other.example/leases/tenants/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close';
  await exchange(url, [`${head}\r\n\r\n{}`]);
  const { request } = service.got[0]!;
  expect([request.url, request.headers.host]).toEqual(['/old/leases/tenants/', new URL(service.url).host]);
});

it('passes a request and its answer on unchanged', async () => {
  await recording((response) => {
    response.setHeader('Set-Cookie', ['a=1', 'b=2']);
    response.writeHead(404, { 'Content-Type': 'application/json', 'X-Request-Id': 'r1' }).end('{"error":{}}');
  }, '/old/');
  const body = '{"identifier" : "lease-1", "email_address": "ada@example.com"}';
  const response = await post('/leases/tenants', {
    body,
    headers: { Authorization: 'Bearer t', 'X-Own': 'kept', 'Content-Type': 'application/json' },
  });
  expect([response.status, await response.text()]).toEqual([404, '{"error":{}}']);
  expect([response.headers.get('X-Request-Id'), response.headers.getSetCookie()]).toEqual(['r1', ['a=1', 'b=2']]);
  const [{ request, body: got }] = service.got as [Service['got'][number]];
  expect([request.method, request.url, got]).toEqual(['POST', '/old/leases/tenants', body]);
  expect(request.headers).toMatchObject({
    authorization: 'Bearer t',
    'x-own': 'kept',
    host: new URL(service.url).host,
  });
  await until(() => lines.length > 0);
  expect(lines).toEqual([
    {
      at: 0,
      operation: 'tenants',
      caller: 'Bearer t',
      type: 'application/json',
      body: { identifier: 'lease-1', email_address: 'hash of 15' },
      hashed: ['email_address'],
      status: 404,
    },
  ]);
});

test.each([
  ['GET', '/leases/tenants/'],
  ['POST', '/graphql'],
  ['POST', '/leases/tenants/?explain'],
  ['OPTIONS', '/leases/find-for-tenant/'],
])('passes %s %s on without recording it', async (method, path) => {
  await recording((response) => void response.end('answer'));
  expect(await (await post(path, { method, ...(method !== 'POST' && { body: null }) })).text()).toBe('answer');
  await until(() => recorder.counts.passedOnly === 1);
  expect([lines, recorder.counts]).toEqual([[], { recorded: 0, passedOnly: 1, failed: 0 }]);
});

test.each([
  ['no body', '', { type: 'application/json' }],
  ['a body that is not JSON', '{"a', { leftOut: 'not_json' }],
  ['a body that is too long', JSON.stringify({ a: 'a'.repeat(65_536) }), { leftOut: 'too_large' }],
])('records a request with %s', async (_what, body, expected) => {
  await recording(ok);
  await post('/leases/tenants/', { body });
  await until(() => lines.length > 0);
  expect(service.got[0]!.body).toBe(body);
  expect(lines).toEqual([
    { at: 0, operation: 'tenants', caller: null, type: 'application/json', status: 200, lastId: -1, ...expected },
  ]);
});

test.each([
  ['hashes values', false],
  ['keeps values', true],
])('survives a body that is nested too deeply when it %s', async (_what, keepsValues) => {
  await recording(ok, '', true, keepsValues);
  const body = `{"identifier":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  expect((await post('/leases/tenants/', { body })).status).toBe(200);
  expect((await post('/leases/tenants/', { body: '{"identifier":"t1"}' })).status).toBe(200);
  await until(() => lines.length === 2);
  const common = { at: 0, operation: 'tenants', caller: null, type: 'application/json', status: 200, lastId: -1 };
  expect(service.got[0]!.body).toBe(body);
  expect(lines).toEqual([
    { ...common, leftOut: 'nested_too_deep' },
    { ...common, body: { identifier: 't1' } },
  ]);
});

it('finds last_id wherever the answer is cut', async () => {
  const answer = '{"tenants":[{"first_name":"\\"last_id\\": 5,"}], "last_id": 123456}';
  await recording(async (response) => {
    for (const character of answer) {
      response.write(character);
      await sleep(0);
    }
    response.end();
  });
  expect(await (await post('/leases/tenants/')).text()).toBe(answer);
  await until(() => lines.length > 0);
  expect(lines[0]!.lastId).toBe(123456);
});

it('asks for an answer that is not compressed only where it reads it', async () => {
  await recording(ok);
  await post('/leases/tenants/');
  await post('/other');
  expect(service.got.map(({ request }) => request.headers['accept-encoding'] !== undefined)).toEqual([false, true]);
});

it('passes a request on before it is complete, and an answer, too', async () => {
  const parts: string[] = [];
  await recording((response, { request }) => request.pipe(response), '', false);
  const client = httpRequest(`${url}/leases/tenants/`, { method: 'POST' });
  client.write('first');
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  for await (const part of answer.setEncoding('utf8') as AsyncIterable<string>) {
    parts.push(part);
    if (parts.length === 1) client.write('second');
    else client.end();
  }
  expect(parts).toEqual(['first', 'second']);
});

it('holds back a service whose client does not read', async () => {
  const size = 200 * 1024 * 1024;
  let written = 0;
  await recording((response) => {
    const write = (): void => {
      if (written < size && !response.destroyed)
        response.write(Buffer.alloc(65_536), () => ((written += 65_536), write()));
    };
    write();
  });
  const client = httpRequest(`${url}/leases/tenants/`, { method: 'POST' }).end();
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  answer.pause();
  await sleep(500);
  const before = written;
  await sleep(300);
  expect(written).toBe(before);
  expect(before).toBeLessThan(size / 4);
  client.destroy();
  await until(() => recorder.counts.failed === 1);
});

it('answers 502 when the service does not answer', async () => {
  await recording((response) => void response.destroy());
  const response = await post('/leases/tenants/');
  expect([response.status, await response.json()]).toEqual([
    502,
    { error: { type: 'bad_gateway', message: expect.any(String) as string } },
  ]);
  expect([lines, recorder.counts.failed]).toEqual([[], 1]);
});

it('breaks off an answer that the service breaks off', async () => {
  await recording(
    (response) => void response.writeHead(200, { 'Content-Length': '9' }).write('x', () => response.destroy()),
  );
  await expect(post('/leases/tenants/').then((response) => response.text())).rejects.toThrow();
  await until(() => recorder.counts.failed === 1);
  expect(lines).toEqual([]);
});

it('sends a lookup again when the service had closed the idle connection', async () => {
  const sockets = new Set<unknown>();
  await recording((response, { request }) => {
    if (sockets.has(request.socket)) return void request.socket.destroy();
    sockets.add(request.socket);
    ok(response, { request, body: '' });
  });
  for (let count = 0; count < 3; count++) {
    const response = await post('/leases/tenants/');
    expect([response.status, await response.text()]).toEqual([200, '{"leases": [], "last_id": -1}']);
  }
  await until(() => recorder.counts.recorded === 3);
});

it('passes on an answer that comes before the body was read', async () => {
  await recording(ok, '', false);
  const client = httpRequest(`${url}/other`, { method: 'POST', headers: { 'Content-Length': '5' } });
  client.write('12345');
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  expect(await text(answer)).toContain('last_id');
});

it('ends with a client that keeps its connection', async () => {
  await recording(async (response, got) => {
    await sleep(100);
    ok(response, got);
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const lookup = async (): Promise<IncomingMessage> => {
    const client = httpRequest(`${url}/leases/tenants/`, { method: 'POST', agent }).end('{}');
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    await buffer(answer);
    return answer;
  };
  const last = lookup();
  await sleep(50);
  const closed = once(recorder.server, 'close');
  recorder.server.close();
  expect((await last).headers.connection).toBe('close');
  await closed;
  agent.destroy();
  expect(lines.length).toBe(1);
});
