/** What callers of the proxy get, and what it counts, saves and writes. */

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { outputFile } from '../../cutover/output-file';
import type { TokenFile } from '../../cutover/proxy/callers';
import { type Came, LEASES, send, TENANTS } from './client';
import { until } from '../support/until';
import { outcomes, startProxy, type TestProxy } from './proxies';
import { type Answer, json, type Service, startService } from './service';

const ONE = { leases: [{ identifier: 'l-1', rent: 900 }], last_id: -1 };
const folder = mkdtempSync(join(tmpdir(), 'leasegate-proxy-'));

const CLAIMS_OF_BILL = Buffer.from('{"sub":"bill"}').toString('base64url');

let old: Service;
let ours: Service;
let open: TestProxy[] = [];

beforeEach(async () => {
  old = await startService(json(ONE));
  ours = await startService(json(ONE));
});
afterEach(async () => {
  for (const proxy of open) await proxy.close();
  open = [];
  await old.close();
  await ours.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(options: Partial<Parameters<typeof startProxy>[0]> = {}): Promise<TestProxy> {
  const proxy = await startProxy({ old: old.url, new: ours.url, ...options });
  open.push(proxy);
  return proxy;
}

const all = (proxy: TestProxy): number => Object.values(outcomes(proxy.proxy)).reduce((sum, count) => sum + count, 0);
const reasons = (proxy: TestProxy) => proxy.proxy.tally.counts.not_compared.map(({ labels }) => labels.reason);
const compared = (proxy: TestProxy, count: number) => until(() => all(proxy) === count, `${count} comparisons`);

describe('what callers get', () => {
  test.each([
    ['GET', '/'],
    ['HEAD', '/docs/page?x=1'],
    ['OPTIONS', LEASES],
    ['DELETE', '/anything/%20at/all'],
    ['PUT', TENANTS],
    ['POST', LEASES],
    ['POST', `${TENANTS}?explain`],
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
    const endToEnd = ({ rawHeaders }: Came) =>
      rawHeaders
        .join('\n')
        .replace(/(?:Connection|Keep-Alive)\n.*(?:\n|$)/g, '')
        .trim();
    expect([through.status, through.reason, through.bytes]).toEqual([direct.status, direct.reason, direct.bytes]);
    expect(endToEnd(through)).toBe(endToEnd(direct));
    const [first, second] = old.got;
    expect([second!.method, second!.url, second!.body]).toEqual([first!.method, first!.url, first!.body]);
    const added = Object.keys(second!.headers).filter((name) => !(name in first!.headers));
    expect(added).toEqual(['x-forwarded-for']);
    expect([second!.headers.host, second!.headers['x-forwarded-for']]).toEqual([first!.headers.host, '127.0.0.1']);
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

  test('headers of a connection, and those that it names, are not passed on', async () => {
    const headers = { Connection: 'X-Hop', 'X-Hop': '1', TE: 'trailers', 'X-End': '2', 'X-Forwarded-For': '192.0.2.7' };
    await send((await start()).url, { headers });
    expect(old.got[0]!.headers).toMatchObject({ 'x-end': '2', 'x-forwarded-for': '192.0.2.7, 127.0.0.1' });
    expect(Object.keys(old.got[0]!.headers)).not.toEqual(expect.arrayContaining(['x-hop']));
    expect(Object.keys(old.got[0]!.headers)).not.toEqual(expect.arrayContaining(['te']));
  });

  test('another token for the other side, and only for exactly the token that the file names', async () => {
    const tokens: TokenFile = new Map([['billing', { old: 'old-token', new: 'new-token', subject: 'bill' }]]);
    const proxy = await start({ tokens, serve: 'new' });
    const claimed = `bearer h.${CLAIMS_OF_BILL}.s`;
    await send(proxy.url, { headers: { Authorization: 'bearer old-token' } });
    await send(proxy.url, { headers: { Authorization: 'bearer old-token2' } });
    await send(proxy.url, { headers: { Authorization: claimed } });
    expect(ours.got.map(({ headers }) => headers.authorization)).toEqual([
      'bearer new-token',
      'bearer old-token2',
      claimed,
    ]);
    await compared(proxy, 3);
    expect(old.got.map(({ headers }) => headers.authorization)).toEqual([
      'bearer old-token',
      'bearer old-token2',
      'bearer old-token',
    ]);
  });
});

describe('what is compared', () => {
  test('201 and 200 are both a success, and the habit is counted once for each lookup', async () => {
    old.answers(json(ONE, 201));
    const proxy = await start();
    await send(proxy.url);
    await compared(proxy, 1);
    expect(outcomes(proxy.proxy)).toEqual({ ignored: 1 });
    expect(proxy.proxy.tally.counts.ignored).toEqual([
      { labels: { lookup: 'leases', rule: 'success-status' }, count: 1, first: 'old 201, new 200' },
    ]);
  });

  test('refusals by both sides are no agreement, and their tokens are no callers', async () => {
    for (const side of [old, ours]) side.answers(json({ error: { type: 'expired_token', message: '' } }, 401));
    const proxy = await start();
    await send(proxy.url);
    await compared(proxy, 1);
    expect(reasons(proxy)).toEqual(['both_refused']);
    expect(proxy.proxy.tally.counts.compared.map(({ labels }) => labels.caller)).toEqual(['refused']);
  });

  test('a lookup of several pages is compared as a whole when the sides order records differently', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `t-${index}`);
    const pages = (order: readonly string[], size: number, base: number): Answer =>
      json(({ body }) => {
        const after = Number((JSON.parse(body) as { 'after-id'?: string })['after-id'] ?? base);
        const from = after - base;
        const rest = order.slice(from, from + size);
        const ended = from + size >= order.length;
        return { tenants: rest.map((identifier) => ({ identifier })), last_id: ended ? -1 : base + from + size };
      });
    old.answers(pages(names, 10, 1_000));
    ours.answers(pages(names.toReversed(), 7, 50_000));
    const proxy = await start();
    let lastId = 0;
    for (let nth = 0; lastId !== -1; nth += 1) {
      const body = lastId === 0 ? {} : { 'after-id': String(lastId) };
      const { bytes } = await send(proxy.url, { path: TENANTS, body });
      lastId = (JSON.parse(bytes.toString()) as { last_id: number }).last_id;
      await compared(proxy, nth + 1);
    }
    expect(outcomes(proxy.proxy)).toEqual({ ignored: 3 });
    // One of the pages lacks a record.
    ours.answers(pages(names.toReversed().slice(1), 7, 50_000));
    await send(proxy.url, { path: TENANTS, body: {} });
    await compared(proxy, 4);
    expect(outcomes(proxy.proxy)).toEqual({ ignored: 3, different: 1 });
    expect(proxy.proxy.tally.counts.differences.map(({ labels }) => labels.kind)).toEqual([
      'missing_record $.tenants[*]',
    ]);
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
    open.push(alone);
    await send(alone.url);
    expect([all(proxy), all(alone), ours.got.length]).toEqual([0, 0, 0]);
  });
});

describe('files', () => {
  test('a saved request has what replay sends and no token, and a difference names its records', async () => {
    const [save, differences] = ['saved', 'differences'].map((name) => outputFile(join(folder, name)));
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
    expect(await save!.close()).toBe(`1 lines of ${join(folder, 'saved')} were lost.`);
    await differences!.close();
    for (const name of ['saved', 'differences']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const saved = readFileSync(join(folder, 'saved'), 'utf8');
    const request = { path: LEASES, body: JSON.stringify(body) };
    const asked = { at: '2026-01-01T00:00:00.000Z', caller: 'billing', lookup: 'leases' };
    expect(JSON.parse(saved)).toEqual({ ...asked, ...request, type: 'application/json', status: 200, records: 1 });
    const line = readFileSync(join(folder, 'differences'), 'utf8');
    const difference = { kind: 'value', path: '$.leases[*].rent', records: ['l-1'], old: 900, new: 901 };
    expect(JSON.parse(line)).toEqual({ ...asked, ...difference, request });
    expect(saved + line).not.toContain('secret');
    const metrics = await (await fetch(`${proxy.adminUrl}/metrics`)).text();
    const counts = await (await fetch(`${proxy.adminUrl}/comparisons`)).text();
    expect(metrics).toContain('leasegate_cutover_differences_total{lookup="leases",kind="value $.leases[*].rent"} 1');
    expect(metrics).toContain('compared_total{caller="billing",lookup="leases",outcome="different"} 1');
    expect(metrics).toMatch(
      /_in_flight 0\n[^]*_waiting 0\n[^]*_lines_lost 1\n[^]*_served_total{ending="answered"} 3\n/,
    );
    expect(JSON.parse(counts)).toMatchObject({ serve: 'old', since: asked.at });
    expect(metrics + counts).not.toMatch(/ada@|secret|l-1|901/);
  });
});

describe('the admin listener', () => {
  const status = async (proxy: TestProxy, path: string) => (await fetch(proxy.adminUrl + path)).status;

  test('/livez is 200; /readyz only while the proxy is not stopping, whatever the sides are', async () => {
    const proxy = await start();
    await old.close();
    expect([await status(proxy, '/livez'), await status(proxy, '/readyz')]).toEqual([200, 200]);
    expect(await status(proxy, '/nothing')).toBe(404);
    void proxy.proxy.close();
    expect(await status(proxy, '/readyz')).toBe(503);
  });
});
