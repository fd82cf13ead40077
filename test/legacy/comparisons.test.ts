/** What is compared, counted and logged, whichever side is served. */

import { createHmac } from 'node:crypto';

import { LEASES, TENANTS } from '../http/client';
import { scrape } from '../http/scraped';
import { signToken } from '../support/tokens';
import { type Beside, beside, counted, KEY, OLD_LEASE, raw } from './beside';

const JANE = 'jane@example.com';
const jane = (): Promise<string> => signToken({ subject: JANE, groups: '*' });
const NORTH = '{"identifier":"north-tenant"}';

describe.each(['shadow', 'compare'] as const)('%s', (mode) => {
  let rig: Beside;
  beforeEach(async () => (rig = await beside(mode)));
  afterEach(() => rig.close());
  const ask = async (body = NORTH, path = LEASES, token?: string) =>
    raw(rig.gateway.url, { token: token ?? (await jane()), body, path });

  test('answers that mean the same are ignored differences, and each rule is named', async () => {
    const { bytes } = await ask();
    expect(bytes.toString() === OLD_LEASE).toBe(mode === 'shadow');
    const now = await rig.metrics.until((scraped) => counted(scraped).ignored === 1);
    expect(now.sum('leasegate_legacy_ignored_total', { rule: 'absent-or-null', operation: 'leasesForTenant' })).toBe(1);
    for (const side of ['legacy', 'own']) expect(now.sum('leasegate_legacy_duration_seconds_count', { side })).toBe(1);
    expect(counted(now)).toEqual({ same: 0, ignored: 1, different: 0, not_compared: 0 });
    expect(rig.logged.filter(({ msg }) => msg === 'answers differ')).toEqual([]);
  });

  test('a difference is asked again on both sides, counts for its caller and kind, and has one line in the log', async () => {
    rig.old.answers(() => ({ body: OLD_LEASE.replace('north-unit', 'south-unit') }));
    await ask();
    await ask();
    const now = await rig.metrics.until((scraped) => counted(scraped).different === 2);
    expect(rig.old.seen.length).toBe(4);
    const caller = createHmac('sha256', KEY).update(JANE).digest('hex').slice(0, 32);
    expect(counted(now, { caller, operation: 'leasesForTenant' }).different).toBe(2);
    expect(now.sum('leasegate_legacy_differences_total', { kind: 'value $.leases[*].unit_id' })).toBe(2);
    const lines = rig.logged.filter(({ msg }) => msg === 'answers differ');
    expect(lines).toMatchObject([
      {
        operation: 'leasesForTenant',
        caller,
        kind: 'value',
        path: '$.leases[*].unit_id',
        legacy: expect.stringMatching(/^text of 10 characters #[0-9a-f]+$/),
        own: expect.stringMatching(/^text of 10 characters #[0-9a-f]+$/),
        requestId: expect.any(String),
      },
    ]);
  });

  test('a difference that is gone when asked again is ignored by that rule', async () => {
    let asked = 0;
    rig.old.answers(() => ({ body: (asked += 1) === 1 ? OLD_LEASE.replace('north-unit', 'gone') : OLD_LEASE }));
    await ask();
    const now = await rig.metrics.until((scraped) => counted(scraped).ignored === 1);
    expect(now.sum('leasegate_legacy_ignored_total', { rule: 'gone-when-asked-again' })).toBe(1);
  });

  test('a token that Leasegate refuses is a difference of an unknown caller', async () => {
    await ask(NORTH, LEASES, 'a.b.c');
    const now = await rig.metrics.until((scraped) => counted(scraped).different === 1);
    expect(counted(now, { caller: 'unknown' }).different).toBe(1);
    expect(now.sum('leasegate_legacy_differences_total', { kind: 'status $' })).toBe(1);
  });

  test('an unavailable side is no difference', async () => {
    rig.old.answers(() => ({ status: 503, body: '{}' }));
    await ask();
    const now = await rig.metrics.until((scraped) => counted(scraped).not_compared === 1);
    expect(now.sum('leasegate_legacy_not_compared_total', { reason: 'legacy_unavailable' })).toBe(1);
  });

  test('no token, address or name is in the log or the metrics', async () => {
    const token = await jane();
    const secrets = [JANE, token.split('.')[2]!, 'north', 'Smith', 'text/x-smith'];
    rig.old.answers(() => ({
      headers: { 'Content-Type': 'text/x-smith' },
      body: OLD_LEASE.replace('"unit_id"', '"Smith@example.com"').replace('north@', 'n@'),
    }));
    await ask(NORTH, LEASES, token);
    rig.old.answers(() => ({ status: 500, body: 'Smith' }));
    await ask('{"email_address":"Smith@example.com"}', LEASES, token);
    await ask('{"identifier":', `${TENANTS}?q=Smith`, token);
    await rig.metrics.until((scraped) => Object.values(counted(scraped)).reduce((a, b) => a + b) === 3);
    const told = `${(await scrape(rig.gateway.adminUrl)).text}${JSON.stringify(rig.logged)}`;
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
    expect(told).toContain('answers differ');
  });
});
