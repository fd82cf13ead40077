import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { startSilentDatabase } from '../db/silent-database';
import { errorType, LEASES, send, TENANTS } from '../http/client';
import { exchange } from '../http/raw';
import { signToken } from '../support/tokens';
import { type Beside, beside, counted, OLD_LEASE, raw } from './beside';
import type { GivenAnswer } from './old-service';

const NORTH = JSON.stringify({ identifier: 'north-tenant' });

describe('the served answer', () => {
  let rig: Beside;
  beforeAll(async () => (rig = await beside('shadow')));
  afterAll(() => rig.close());

  test.each<[string, GivenAnswer]>([
    ['JSON in a form of its own', { body: OLD_LEASE }],
    ['an error in another form', { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>Nothing</h1>' }],
    ['an unusual status', { status: 418, body: '{"teapot":true}' }],
    ['no content', { status: 204 }],
    ['a compressed body', { headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(OLD_LEASE) }],
    ['bytes that are not UTF-8', { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
    ['a body larger than is compared', { body: `{"leases":["${'x'.repeat(600_000)}"],"last_id":-1}` }],
    ['headers of its own', { headers: { 'X-Old': 'a', 'Cache-Control': 'private' }, body: '{}' }],
  ])('is that of the old service: %s', async (_what, answer) => {
    rig.old.answers(() => answer);
    const [own, direct] = [await raw(rig.gateway.url), await raw(`${rig.old.url}/old`)];
    expect(own.status).toBe(direct.status);
    expect(own.bytes.equals(direct.bytes)).toBe(true);
    for (const name of ['content-type', 'content-length', 'content-encoding', 'x-old'])
      expect([name, own.headers[name]]).toEqual([name, direct.headers[name]]);
    expect(own.headers['cache-control']).toBe(direct.headers['cache-control'] ?? 'no-store');
  });

  test('is to the request as it came, without the headers of its connection', async () => {
    rig.old.answers(() => ({ body: OLD_LEASE }));
    const body = '{ "identifier":"north-tenant", "identifer": 1.0 }';
    const headers = { Connection: 'X-Hop', 'X-Hop': '1', 'X-Kept': '2' };
    await raw(rig.gateway.url, { path: `${LEASES}?a=%20b`, body, headers });
    const seen = rig.old.seen.at(-1)!;
    expect([seen.path, seen.body]).toEqual([`/old${LEASES}?a=%20b`, body]);
    expect(seen.headers).toMatchObject({
      'x-kept': '2',
      'content-length': `${body.length}`,
      'x-forwarded-for': expect.stringMatching(/127\.0\.0\.1$/),
      host: rig.old.url.slice('http://'.length),
    });
    expect(seen.headers['x-hop']).toBeUndefined();
    await raw(rig.gateway.url, { path: TENANTS.slice(0, -1) });
    expect(rig.old.seen.at(-1)!.path).toBe(`/old${TENANTS.slice(0, -1)}`);
  });

  test('is to a path of the old service, whatever authority the client names', async () => {
    rig.old.answers(() => ({ body: OLD_LEASE }));
    const head = `POST http://other.example${LEASES}?a=b HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close`;
    const [answer] = await exchange(rig.gateway.url, [`${head}\r\n\r\n{}`]);
    expect(answer?.status).toBe(200);
    const { path, headers } = rig.old.seen.at(-1)!;
    expect([path, headers.host]).toEqual([`/old${LEASES}?a=b`, rig.old.url.slice('http://'.length)]);
  });

  test('is Leasegate’s for every other method and path, and for a body that is too large', async () => {
    const served = async () => (await rig.metrics.until(() => true)).sum('leasegate_legacy_served_total');
    const before = await served();
    expect(errorType(await send(rig.gateway.url + LEASES, { method: 'GET' }))).toBe('method_not_allowed');
    expect(errorType(await send(`${rig.gateway.url}/leases/`, {}))).toBe('unknown_endpoint');
    expect((await send(`${rig.gateway.url}/openapi.json`, { method: 'GET' })).status).toBe(200);
    expect(errorType(await send(rig.gateway.url + LEASES, { body: 'x'.repeat(65 * 1024) }))).toBe('payload_too_large');
    expect(await served()).toBe(before);
  });

  test('breaks off where that of the old service does', async () => {
    rig.old.answers(() => ({ body: '{"leases":', headers: { 'Content-Length': '1000' }, breaksOff: true }));
    await expect(raw(rig.gateway.url)).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
  });

  test('is not asked for any more when its client disconnects', async () => {
    rig.old.answers(() => ({ afterMs: 5_000 }));
    while (rig.old.open() > 0) await sleep(5);
    const abandoned = new AbortController();
    const asked = raw(rig.gateway.url, { signal: abandoned.signal }).catch(() => 'abandoned');
    while (rig.old.open() === 0) await sleep(5);
    abandoned.abort();
    expect(await asked).toBe('abandoned');
    while (rig.old.open() > 0) await sleep(5);
    await rig.metrics.until((now) => now.sum('leasegate_legacy_served_total', { outcome: 'disconnected' }) === 1);
  });
});

describe('without the old service', () => {
  test('requests are 502, and the gateway is not ready', async () => {
    const rig = await beside('shadow');
    expect((await send(`${rig.gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(200);
    await rig.old.stop();
    const answer = await send(rig.gateway.url + LEASES, { body: {} });
    expect([answer.status, errorType(answer), answer.headers.get('retry-after')]).toEqual([502, 'bad_gateway', '1']);
    await sleep(1_000);
    const ready = await send(`${rig.gateway.adminUrl}/readyz`, { method: 'GET' });
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('LEGACY_URL')]);
    const now = await rig.metrics.until((scraped) => counted(scraped).not_compared === 1);
    expect(now.sum('leasegate_legacy_not_compared_total', { reason: 'legacy_unavailable' })).toBe(1);
    await rig.close();
  });

  test('an answer later than LEGACY_TIMEOUT_MS is 504', async () => {
    const rig = await beside('shadow', { env: { LEGACY_TIMEOUT_MS: '100' } });
    rig.old.answers(() => ({ afterMs: 5_000 }));
    const answer = await send(rig.gateway.url + LEASES, { body: {} });
    expect([answer.status, errorType(answer)]).toEqual([504, 'timeout']);
    while (rig.old.open() > 0) await sleep(5);
    await rig.close();
  });

  test('an idle connection that it closes is replaced', async () => {
    const rig = await beside('shadow');
    rig.old.answers(() => ({ body: OLD_LEASE }));
    for (let nth = 0; nth < 20; nth += 1) {
      expect((await raw(rig.gateway.url)).status).toBe(200);
      rig.old.closeIdle();
    }
    await rig.close();
  });
});

describe('without Leasegate’s database', () => {
  const answersAtOnce = async (rig: Beside): Promise<void> => {
    rig.old.answers(() => ({ body: OLD_LEASE }));
    expect((await send(`${rig.gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(200);
    const token = await signToken({ subject: 'jane@example.com' });
    const answers = await Promise.all(Array.from({ length: 300 }, () => raw(rig.gateway.url, { token, body: NORTH })));
    expect(new Set(answers.map(({ bytes }) => bytes.toString()))).toEqual(new Set([OLD_LEASE]));
  };

  test.each(['mute', 'login'] as const)(
    'frozen (%s): answers do not wait, and what cannot be compared is counted',
    async (point) => {
      const database = await startSilentDatabase(point);
      const env = { DATABASE_CONNECT_TIMEOUT_MS: '60000' };
      const rig = await beside('shadow', { databaseUrl: database.url, env });
      await answersAtOnce(rig);
      // 4 are compared, 200 wait.
      const now = await rig.metrics.until((scraped) => counted(scraped).not_compared === 96);
      expect(now.sum('leasegate_legacy_not_compared_total', { reason: 'queue_full' })).toBe(96);
      expect(now.sum('leasegate_legacy_comparisons_waiting')).toBe(200);
      await rig.close();
      await database.stop();
    },
  );

  test('dead: answers do not wait', async () => {
    const rig = await beside('shadow', { databaseUrl: 'mysql://root@127.0.0.1:1/none' });
    await answersAtOnce(rig);
    await rig.metrics.until(
      (scraped) => scraped.sum('leasegate_legacy_not_compared_total', { reason: 'own_unavailable' }) > 0,
    );
    await rig.close();
  });
});
