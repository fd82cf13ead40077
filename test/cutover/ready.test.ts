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

const problemsOf = (comparisons: ProxyCounts) => {
  const judgement = judge(comparisons, LIMITS);
  const { ready, problems, callers } = judgement;
  see(JSON.stringify(judgement));
  return { ready, problems: [...problems, ...callers.flatMap((caller) => caller.problems)] };
};

test('a caller with enough comparisons and no difference is ready, and each of its lookups counts alone', () => {
  const enough: Compared[] = [
    ['billing', SAME, 9],
    ['billing', LOST, 1],
  ];
  expect(problemsOf(proxyWith(enough))).toEqual({ ready: true, problems: [] });
  const { compared } = proxyWith(enough);
  const labels = { caller: 'billing', lookup: 'tenants', outcome: 'same' };
  const both = proxyWith(enough, { serve: 'new', compared: [...compared, { labels, count: 2 }] });
  const problems = ['only 2 of 3 comparisons of tenants', 'no compared answer of tenants has a record'];
  expect(problemsOf(both)).toEqual({ ready: false, problems });
  expect(judge(both, LIMITS)).toMatchObject({ next: expect.stringMatching(/^keep/), callers: [{ compared: 11 }] });
  const { next } = judge(proxyWith(enough, { serve: 'new' }), LIMITS);
  expect(next).toContain('switch the old one off');
});

test.each<[string, number, Comparison, number, string]>([
  ['a difference', 99, DIFFERENT, 1, '1 of 100 answers of leases differ'],
  ['few comparisons', 2, LOST, 0, 'only 2 of 3 comparisons of leases'],
  ['empty answers alone', 0, EMPTY, 500, 'no compared answer of leases has a record'],
  ['a share that was not compared', 8, LOST, 2, '80 % of the requests for leases were compared'],
  ['a share just below', 2_249, LOST, 251, '89.9 % of the requests for leases were compared'],
  ['refusals beside nothing compared', 0, REFUSED, 500, 'Nothing has been compared.'],
])('not ready with %s', (_what, same, other, times, problem) => {
  const { ready, problems } = problemsOf(
    proxyWith([
      ['billing', SAME, same],
      ['billing', other, times],
    ]),
  );
  expect([ready, problems]).toEqual([false, expect.arrayContaining([problem])]);
});

test('made-up tokens that both sides refuse keep nobody from being ready', () => {
  const compared: Compared[] = [
    ['billing', SAME, 3],
    ['refused', REFUSED, 500],
  ];
  expect(problemsOf(proxyWith(compared)).ready).toBe(true);
  expect(problemsOf(proxyWith([...compared, ['refused', DIFFERENT, 1]])).ready).toBe(false);
});

test('with the new side served, every request that it did not answer counts', () => {
  const served = { serve: 'new' } as const;
  expect(problemsOf(proxyWith([['billing', SAME, 3]], served, ['answered', 'disconnected'])).ready).toBe(true);
  for (const ending of ['fallback', 'unavailable', 'timeout', 'broken_off']) {
    expect(problemsOf(proxyWith([['billing', SAME, 3]], {}, ['answered', ending])).ready).toBe(true);
    const { ready, problems } = problemsOf(proxyWith([['billing', SAME, 3]], served, ['answered', ending]));
    expect([ready, problems]).toEqual([false, [`1 requests ended as ${ending}.`]]);
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
  expect([await ready('--min-compared', '66'), await ready('--min-compared', '67')]).toMatchObject([
    { status: 0 },
    { status: 1 },
  ]);
  const elsewhere = ['cutover', 'ready', '--admin', old.url];
  expect(await cutover(...elsewhere)).toMatchObject({ status: 1 });
});
