/** `leasegate cutover ready`: when it is time for the next step, by the counters of the proxies. */

import { judge } from '../../cutover/cli/ready';
import { Tally } from '../../cutover/compare/tally';
import type { ProxyCounts } from '../../cutover/proxy/proxy';
import { type Comparison, comparisonOf, notCompared } from '../../cutover/compare/compare-answers';
import { leasegate } from '../cli/leasegate';
import { send } from './client';
import { compared, startProxy } from './proxies';
import { cutover, keepWhatIsSeen, see } from './scene';
import { json, startService } from './service';

jest.setTimeout(60_000);
keepWhatIsSeen();

const SAME = { ...comparisonOf([], []), records: 1 };
const EMPTY = { ...SAME, records: 0 };
const DIFFERENT = { ...SAME, outcome: 'different' } as const;
const ONE = { leases: [{ identifier: 'l-1' }], last_id: -1 };
const LOST = notCompared('new_no_answer');
const REFUSED = notCompared('both_refused');
const LIMITS = { minComparisons: 3, minCompared: 0.9 };

type Compared = readonly [caller: string, result: Comparison, times: number];

function proxyWith(compared: readonly Compared[], more: Partial<ProxyCounts> = {}, endings: readonly string[] = []) {
  const tally = new Tally();
  for (const [caller, result, times] of compared)
    for (let nth = 0; nth < times; nth += 1) tally.compared(caller, 'leases', result);
  for (const ending of endings) tally.served(ending);
  return { serve: 'old', since: '2026-01-01T00:00:00.000Z', ...tally.counts, ...more } as const;
}

function isReady(comparisons: ProxyCounts): boolean {
  const judgement = judge(comparisons, LIMITS);
  see(JSON.stringify(judgement));
  return judgement.ready;
}

test('a caller with enough comparisons and no difference is ready, and each of its lookups counts alone', () => {
  const enough: Compared[] = [
    ['billing', SAME, 9],
    ['billing', LOST, 1],
  ];
  expect(isReady(proxyWith(enough))).toBe(true);
  const { compared } = proxyWith(enough);
  const labels = { caller: 'billing', lookup: 'tenants', outcome: 'same' };
  const both = proxyWith(enough, { serve: 'new', compared: [...compared, { labels, count: 2 }] });
  expect([isReady(both), isReady(proxyWith(enough, { serve: 'new' }))]).toEqual([false, true]);
});

test.each<[string, number, Comparison, number]>([
  ['a difference', 99, DIFFERENT, 1],
  ['few comparisons', 2, LOST, 0],
  ['empty answers alone', 0, EMPTY, 500],
  ['a share that was not compared', 8, LOST, 2],
  ['a share just below', 2_249, LOST, 251],
  ['refusals beside nothing compared', 0, REFUSED, 500],
])('not ready with %s', (_what, same, other, times) => {
  const counts = [['billing', SAME, same] as const, ['billing', other, times] as const];
  expect(isReady(proxyWith(counts))).toBe(false);
});

test('made-up tokens that both sides refuse keep nobody from being ready', () => {
  const compared: Compared[] = [
    ['billing', SAME, 3],
    ['refused', REFUSED, 500],
  ];
  expect(isReady(proxyWith(compared))).toBe(true);
  expect(isReady(proxyWith([...compared, ['refused', DIFFERENT, 1]]))).toBe(false);
});

test('with the new side served, every request that it did not answer counts', () => {
  const served = { serve: 'new' } as const;
  expect(isReady(proxyWith([['billing', SAME, 3]], served, ['answered', 'disconnected']))).toBe(true);
  for (const ending of ['fallback', 'unavailable', 'timeout', 'broken_off']) {
    expect(isReady(proxyWith([['billing', SAME, 3]], {}, ['answered', ending]))).toBe(true);
    expect(isReady(proxyWith([['billing', SAME, 3]], served, ['answered', ending]))).toBe(false);
  }
});

test('the command asks a proxy: status 1 with the reasons, 0 when all are ready', async () => {
  const [old, ours] = [await startService(json(ONE)), await startService(json(ONE))];
  const proxy = await startProxy({ old: old.url, new: ours.url, tokens: new Map([['billing', { old: 'a' }]]) });
  const args = ['cutover', 'ready', '--admin', proxy.adminUrl, '--min-comparisons', '2'];
  const ready = (...options: readonly string[]) => cutover(...args, ...options);
  const nothing = await leasegate(args);
  expect([nothing.status, nothing.stdout]).toEqual([1, expect.stringContaining('Nothing has been compared.')]);
  await send(proxy.url);
  await compared(proxy, 1);
  expect((await ready()).status).toBe(1);
  await send(proxy.url);
  await compared(proxy, 2);
  expect([await ready(), await ready('--json')]).toMatchObject([{ status: 0 }, { status: 0 }]);
  await ours.close();
  await send(proxy.url);
  await compared(proxy, 3);
  const shares = [await ready('--min-compared', '66'), await ready('--min-compared', '67')];
  expect(shares.map(({ status }) => status)).toEqual([0, 1]);
  expect((await cutover('cutover', 'ready', '--admin', old.url)).status).toBe(1);
});
