/** What callers of the proxy get, and what it counts, saves and writes. */

import { readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { outputFile } from '../../cutover/output-file';
import type { TokenFile } from '../../cutover/proxy/callers';
import { LEASES, send, TENANTS } from './client';
import { until } from '../support/until';
import { compared, outcomes, reasons, startProxy, type TestProxy } from './proxies';
import { keepWhatIsSeen, newFolder, see } from './scene';
import { type Answer, json, type Service, startService } from './service';

const ONE = { leases: [{ identifier: 'l-1', rent: 900 }], last_id: -1 };
const path = newFolder();
keepWhatIsSeen();

const CLAIMS_OF_BILL = Buffer.from('{"sub":"bill"}').toString('base64url');

let old: Service;
let ours: Service;

beforeEach(async () => {
  old = await startService(json(ONE));
  ours = await startService(json(ONE));
});

const start = (options: Partial<Parameters<typeof startProxy>[0]> = {}): Promise<TestProxy> =>
  startProxy({ old: old.url, new: ours.url, ...options });

describe('what callers get', () => {
  test.each([
    ['GET', '/'],
    ['HEAD', '/docs/page?x=1'],
    ['OPTIONS', LEASES],
    ['PUT', TENANTS],
    ['POST', `${LEASES}?explain`],
  ])('%s %s is answered as the served side answers, byte for byte', async (method, path) => {
    const body = Buffer.from([0, 255, 128, 10, 13, 1]);
    const answer: Answer = (response) => {
      response.sendDate = false;
      const headers = ['X-Odd-CASE', 'caf\u00e9', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Length', '6'];
      response.writeHead(418, 'I am', headers);
      response.end(method === 'HEAD' ? undefined : body);
    };
    old.answers(answer);
    const proxy = await start();
    const [direct, through] = [await send(old.url, { method, path }), await send(proxy.url, { method, path })];
    expect([through.status, through.reason, through.bytes]).toEqual([direct.status, direct.reason, direct.bytes]);
  });

  test('a side that is not there: 502; one that is silent: 504; too many requests: 503', async () => {
    await old.close();
    expect((await send((await start()).url)).status).toBe(502);
    old = await startService(() => undefined);
    const proxy = await start({ timeoutMs: 300, maxInFlight: 1 });
    const waiting = send(proxy.url);
    await until(() => proxy.proxy.inFlight() === 1, 'the first request');
    expect((await send(proxy.url)).status).toBe(503);
    expect((await waiting).status).toBe(504);
    await until(() => proxy.proxy.inFlight() === 0, 'the end');
    old.answers((response) => response.writeHead(200, { 'Content-Length': '9' }).write('{', () => response.destroy()));
    await expect(send(proxy.url)).rejects.toThrow();
    await until(() => proxy.proxy.tally.counts.served.some(({ labels }) => labels.ending === 'broken_off'));
  });

  test('the new side is served, and the old one in its place when it fails', async () => {
    ours.answers(json({ error: { type: 'internal', message: '' } }, 500));
    old.answers((response) => response.writeHead(200, { 'X-Old': '1' }).end(JSON.stringify(ONE)));
    const proxy = await start({ serve: 'new', fallback: true });
    const { status, rawHeaders, bytes } = await send(proxy.url);
    expect([status, bytes.toString()]).toEqual([200, JSON.stringify(ONE)]);
    expect(rawHeaders).toContain('X-Old');
    await ours.close();
    // The first page.
    expect((await send(proxy.url, { body: { identifier: 't-1', 'after-id': '1' } })).status).toBe(200);
    // A cursor belongs to the side that issued it.
    expect((await send(proxy.url, { body: { identifier: 't-1', 'after-id': '77' } })).status).toBe(502);
    old.answers(json({ ...ONE, last_id: 88 }));
    expect((await send(proxy.url)).status).toBe(502);
    // The old side refuses only its own load.
    old.answers(json({ error: { type: 'rate_limited', message: '' } }, 429));
    expect((await send(proxy.url)).status).toBe(502);
    expect(proxy.proxy.tally.counts.served).toContainEqual({ labels: { ending: 'fallback' }, count: 2 });
    // A refusal of the request is an answer, and only a lookup has another side.
    old.answers(json({ error: { type: 'not_found', message: '' } }, 404));
    for (const path of [LEASES, LEASES.slice(0, -1)]) expect((await send(proxy.url, { path })).status).toBe(404);
    expect((await send(proxy.url, { path: '/docs/', body: '' })).status).toBe(502);
    expect((await send((await start({ serve: 'new' })).url)).status).toBe(502);
  });

  const CONNECTION = `TE: trailers\r\nX-TE: 1\r\nTE-X: 2\r\nKeep-Alive: 3\r\nProxy-Authorization: 4\r\nX-Proxy-Connection: 5\r\n`;
  const REPLACED = `X-Host: 6\r\nHosts: 7\r\nX-Forwarded-For: 192.0.2.7\r\nx-forwarded-for: 192.0.2.8\r\nX-Authorization: 8\r\n`;
  const CHUNKED = 'Transfer-Encoding: chunked\r\nTrailer: X-After\r\n\r\n2\r\n{}\r\n0\r\nX-After: 9\r\n\r\n';

  test.each([
    ['headers of its connection', 'GET /page?x=1', `${CONNECTION}${REPLACED}\r\n`],
    ['a body in chunks', 'PUT /page', CHUNKED],
    ['a lookup in chunks', `POST ${LEASES}`, CHUNKED],
    ['a lookup without a length', `POST ${TENANTS}`, '\r\n'],
    ['a body with an expectation', 'PATCH /page', 'Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}'],
    ['an odd expectation', 'DELETE /page', 'Expect: luck\r\nContent-Length: 0\r\n\r\n'],
    ['a whole URL', `POST HTTP://elsewhere.example:80${LEASES}`, 'Content-Length: 2\r\n\r\n{}'],
    ['a target without a path', 'GET http://elsewhere.example?x=1', '\r\n'],
    ['the target *', 'OPTIONS *', '\r\n'],
  ])('%s: what either side gets, and what comes back', async (_what, line, rest) => {
    const headers = 'Connection X-Own X-Own 1 Keep-Alive timeout=9 Proxy-Authenticate Basic X-TE 2 X-Content-Length 3';
    const length = ['Content-Length', String(JSON.stringify(ONE).length)];
    old.answers((response) =>
      response.writeHead(200, 'Fine', [...headers.split(' '), ...length]).end(JSON.stringify(ONE)),
    );
    ours.answers(json({ error: { type: 'internal', message: '' } }, 500));
    for (const serve of ['old', 'new'] as const) {
      const { url } = await start({ serve, fallback: serve === 'new', compare: 0 });
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(`${line} HTTP/1.1\r\nHost: proxy.example\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n${rest}`);
      const answer = await text(socket);
      see(answer);
      expect(answer).toMatch(/^HTTP/);
    }
  });

  test('another token for the other side, and only for exactly the token that the file names', async () => {
    const tokens: TokenFile = new Map([['billing', { old: 'old-token', new: 'new-token', subject: 'bill' }]]);
    for (const side of [old, ours]) side.answers(json({ leases: [], last_id: 7 }));
    const proxy = await start({ tokens, serve: 'new' });
    await send(proxy.url, { headers: { Authorization: 'bearer old-token' } });
    await send(proxy.url, { headers: { Authorization: 'bearer old-token2' } });
    await send(proxy.url, { headers: { Authorization: `bearer h.${CLAIMS_OF_BILL}.s` } });
    await compared(proxy, 3);
    const sent = [ours, old].map(({ got }) => got.map(({ headers }) => headers.authorization));
    expect(sent.map((all) => all.filter((token) => token === 'bearer old-token2').length)).toEqual([2, 2]);
  });
});

describe('what is compared', () => {
  test('refusals by both sides are no agreement, and their tokens are no callers', async () => {
    for (const side of [old, ours]) side.answers(json({ error: { type: 'expired_token', message: '' } }, 401));
    const proxy = await start();
    await send(proxy.url);
    await compared(proxy, 1);
    expect(reasons(proxy)).toEqual(['both_refused']);
  });

  test.each([
    ['not UTF-8', Buffer.from('{"identifier":"Zoë"}', 'latin1'), 'identity'],
    ['in an unknown coding', Buffer.from('{"identifier":"t-1"}'), 'zebra'],
  ])('a request that is %s is passed on, and not compared', async (_what, body, coding) => {
    const proxy = await start();
    await fetch(proxy.url + LEASES, { method: 'POST', headers: { 'Content-Encoding': coding }, body });
    await compared(proxy, 1);
    expect([reasons(proxy), old.got.length, ours.got.length]).toEqual([['request_not_read'], 1, 0]);
  });

  test('a share of the lookups, and nothing without the new side', async () => {
    const proxy = await start({ compare: 40, random: () => 0.5 });
    await send(proxy.url);
    const alone = await startProxy({ old: old.url });
    await send(alone.url);
    expect([outcomes(proxy), outcomes(alone), ours.got.length]).toEqual([{}, {}, 0]);
  });
});

test('a saved request has what replay sends and no token, and a difference names its records', async () => {
  const [save, differences] = ['saved', 'differences'].map((name) => outputFile(path(name)));
  ours.answers(json({ leases: [{ identifier: 'l-1', rent: 901 }], last_id: -1 }));
  const now = () => new Date('2026-01-01T00:00:00Z');
  const tokens: TokenFile = new Map([['billing', { subject: 'bill' }]]);
  const proxy = await start({ save: save!, differences: differences!, tokens, now });
  const body = { email_address: 'ada@example.com' };
  const headers = { Authorization: `Bearer secret.${CLAIMS_OF_BILL}.secret`, Cookie: 'secret-cookie' };
  await send(proxy.url, { body, headers });
  await send(proxy.url, { path: `${LEASES}?access_token=secret-token`, body });
  await send(proxy.url, { body, headers: { 'Content-Encoding': 'br' } });
  await compared(proxy, 2);
  expect(await save!.close()).toBe(`1 lines of ${path('saved')} were lost.`);
  await differences!.close();
  for (const name of ['saved', 'differences']) expect(statSync(path(name)).mode & 0o777).toBe(0o600);
  const saved = readFileSync(path('saved'), 'utf8');
  const request = { path: LEASES, body: JSON.stringify(body) };
  const asked = { at: '2026-01-01T00:00:00.000Z', caller: 'billing', lookup: 'leases' };
  expect(JSON.parse(saved)).toEqual({ ...asked, ...request, type: 'application/json', status: 200, records: 1 });
  const line = readFileSync(path('differences'), 'utf8');
  const difference = { kind: 'value', path: '$.leases[*].rent', records: ['l-1'], old: 900, new: 901 };
  expect(JSON.parse(line)).toEqual({ ...asked, ...difference, request });
  expect(saved + line).not.toContain('secret');
  const metrics = await (await fetch(`${proxy.adminUrl}/metrics`)).text();
  const counts = await (await fetch(`${proxy.adminUrl}/comparisons`)).text();
  see(metrics, counts);
  expect(metrics + counts).not.toMatch(/ada@|secret|l-1|901/);
});

test('/livez is 200; /readyz only while the proxy is not stopping, whatever the sides are', async () => {
  const proxy = await start();
  await old.close();
  const status = async (page: string) => (await fetch(proxy.adminUrl + page)).status;
  expect([await status('/livez'), await status('/readyz'), await status('/nothing')]).toEqual([200, 200, 404]);
  void proxy.proxy.close();
  expect(await status('/readyz')).toBe(503);
});
