import { setTimeout as sleep } from 'node:timers/promises';

import { errorType, LEASES, send, TENANTS } from '../http/client';
import { signToken } from '../support/tokens';
import { type Beside, beside, OLD_LEASE, OLD_TENANT, raw } from './beside';

const DEAD = 'mysql://root@127.0.0.1:1/none';

describe('while Leasegate’s database is dead', () => {
  let rig: Beside;
  beforeAll(async () => (rig = await beside('fallback', { databaseUrl: DEAD })));
  afterAll(() => rig.close());
  const ask = async (path: string, body: object) =>
    send(rig.gateway.url + path, { token: await signToken({ subject: 'jane' }), body });

  test('the old service’s answer is served, and the gateway stays ready', async () => {
    const [leases, tenants] = [await ask(LEASES, { identifier: 'north-tenant' }), await ask(TENANTS, {})];
    expect([leases.status, leases.text, tenants.text]).toEqual([200, OLD_LEASE, OLD_TENANT]);
    expect(leases.headers.get('content-type')).toBe('application/json');
    expect((await send(`${rig.gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(200);
    expect(rig.logged.some(({ type, msg }) => type === 'service_unavailable' && msg === 'request failed')).toBe(true);
  });

  test('an opaque token that cannot be looked up falls back before the body is read', async () => {
    const answer = await raw(rig.gateway.url, { token: 'x'.repeat(20), body: '{"identifier":"north-tenant"}' });
    expect([answer.status, answer.bytes.toString()]).toEqual([200, OLD_LEASE]);
  });

  test('an error of the old service is served', async () => {
    rig.old.answers(() => ({ status: 404, body: '{"error":{"type":"not_found","message":"None."}}' }));
    expect(errorType(await ask(TENANTS, {}))).toBe('not_found');
  });

  test.each([1, '1', null])('a request without a cursor may fall back: %p', async (cursor) => {
    rig.old.answers(() => ({ body: OLD_TENANT }));
    expect((await ask(TENANTS, { 'after-id': cursor })).status).toBe(200);
  });

  test('a request for a further page does not fall back', async () => {
    const before = rig.old.seen.length;
    expect(errorType(await ask(TENANTS, { 'after-id': '17' }))).toBe('service_unavailable');
    expect(rig.old.seen.length).toBe(before);
  });

  test.each([
    ['another page follows', { body: '{"tenants":[],"last_id":100}' }],
    ['it is no JSON', { body: 'tenants' }],
    ['it is a failure', { status: 500, body: '{}' }],
    ['it asks to come back later', { status: 429, body: '{}' }],
  ])('the answer of the old service is not served if %s', async (_why, answer) => {
    rig.old.answers(() => answer);
    const { status } = await ask(TENANTS, {});
    expect(status).toBe(503);
  });

  test('Leasegate’s own error is served if the old service does not answer', async () => {
    await rig.old.stop();
    expect(errorType(await ask(TENANTS, {}))).toBe('service_unavailable');
    await sleep(1_000);
    expect((await send(`${rig.gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(503);
    const now = await rig.metrics.until(
      (one) => one.sum('leasegate_legacy_served_total', { outcome: 'unavailable' }) === 1,
    );
    expect(now.sum('leasegate_legacy_served_total', { outcome: 'answered' })).toBeGreaterThan(0);
  });
});

test('an answer of Leasegate below 500 is served, and the old service is not asked', async () => {
  const rig = await beside('fallback');
  const token = await signToken({ groups: '*' });
  expect((await send(rig.gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } })).text).not.toBe(
    OLD_LEASE,
  );
  expect(errorType(await send(rig.gateway.url + LEASES, { token, body: {} }))).toBe('no_tenant_information');
  expect(errorType(await send(rig.gateway.url + LEASES, { token: 'a.b.c', body: {} }))).toBe('invalid_authorization');
  expect(rig.old.seen).toEqual([]);
  await rig.close();
});
