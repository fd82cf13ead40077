/** `leasegate cutover ready`: when it is time for the next step, by the counters of the proxies. */

import { judge } from '../../cutover/cli/ready';
import { Tally } from '../../cutover/compare/tally';
import type { ProxyCounts } from '../../cutover/proxy/proxy';
import { compareAnswers, type Comparison, comparisonOf, notCompared } from '../../cutover/compare/compare-answers';
import { COMMANDS } from '../../cutover/commands';
import { commandHere } from '../cli/command-here';
import { leasegate } from '../cli/leasegate';
import { one } from './answers';
import { until } from '../support/until';
import { outcomes, startProxy } from './proxies';
import { json, startService } from './service';

jest.setTimeout(60_000);

const SAME = comparisonOf([], []);
const DIFFERENT = compareAnswers(one(), one({ rent: 1 }));
const LIMITS = { minComparisons: 3, minCompared: 0.9 };

type Compared = readonly [caller: string, result: Comparison, times: number];

function proxyWith(compared: readonly Compared[], more: Partial<ProxyCounts> = {}, endings: readonly string[] = []) {
  const tally = new Tally();
  for (const [caller, result, times] of compared)
    for (let nth = 0; nth < times; nth += 1) tally.compared(caller, 'leases', result);
  for (const ending of endings) tally.served(ending);
  const comparisons: ProxyCounts = {
    serve: 'old',
    since: '2026-01-01T00:00:00.000Z',
    ...tally.counts,
    ...more,
  };
  return comparisons;
}

const problemsOf = (comparisons: ProxyCounts) => {
  const { ready, problems, callers } = judge(comparisons, LIMITS);
  return { ready, problems: [...problems, ...callers.flatMap((caller) => caller.problems)] };
};

test('a caller with enough comparisons and no difference is ready, and each of its lookups counts alone', () => {
  const enough: Compared[] = [
    ['billing', SAME, 9],
    ['billing', notCompared('new_no_answer'), 1],
  ];
  expect(problemsOf(proxyWith(enough))).toEqual({ ready: true, problems: [] });
  const { compared } = proxyWith(enough);
  const labels = { caller: 'billing', lookup: 'tenants', outcome: 'same' };
  const both = proxyWith([], { serve: 'new', compared: [...compared, { labels, count: 2 }] });
  expect(problemsOf(both)).toEqual({ ready: false, problems: ['only 2 of 3 comparisons of tenants'] });
  expect(judge(both, LIMITS)).toMatchObject({
    next: expect.stringContaining('switch the old one off'),
    callers: [{ compared: 11 }],
  });
});

test.each<[string, Compared[], string]>([
  [
    'a difference',
    [
      ['billing', SAME, 99],
      ['billing', DIFFERENT, 1],
    ],
    '1 of 100 answers of leases differ',
  ],
  ['few comparisons', [['billing', SAME, 2]], 'only 2 of 3 comparisons of leases'],
  [
    'a share that was not compared',
    [
      ['billing', SAME, 8],
      ['billing', notCompared('new_no_answer'), 2],
    ],
    '80 % of the requests for leases were compared',
  ],
  [
    'a share just below the one that is asked for',
    [
      ['billing', SAME, 2_249],
      ['billing', notCompared('new_no_answer'), 251],
    ],
    '89.9 % of the requests for leases were compared',
  ],
  ['refusals alone', [['refused', notCompared('both_refused'), 500]], 'Nothing has been compared.'],
  ['refusals beside nothing compared', [['billing', notCompared('both_refused'), 500]], 'Nothing has been compared.'],
  ['nothing', [], 'Nothing has been compared.'],
])('not ready with %s', (_what, compared, problem) => {
  const { ready, problems } = problemsOf(proxyWith(compared));
  expect(ready).toBe(false);
  expect(problems).toContain(problem);
});

test('made-up tokens that both sides refuse keep nobody from being ready', () => {
  const compared: Compared[] = [
    ['billing', SAME, 3],
    ['refused', notCompared('both_refused'), 500],
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
  const empty = { leases: [], last_id: -1 };
  const [old, ours] = [await startService(json(empty)), await startService(json(empty))];
  const proxy = await startProxy({ old: old.url, new: ours.url, tokens: new Map([['billing', { old: 'a' }]]) });
  const args = ['cutover', 'ready', '--admin', proxy.adminUrl, '--min-comparisons', '2'];
  const ready = () => commandHere(args, {}, '', COMMANDS);
  const ask = async () => {
    const headers = { Authorization: 'Bearer a', 'Content-Type': 'application/json' };
    await fetch(`${proxy.url}/leases/find-for-tenant/`, { method: 'POST', headers, body: '{"identifier":"t"}' });
  };
  try {
    expect(await leasegate(args)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('Nothing has been compared.') as string,
    });
    await ask();
    await until(() => outcomes(proxy.proxy).same === 1, 'the first comparison');
    expect((await ready()).stdout).toContain('not ready  billing: only 1 of 2 comparisons of leases');
    await ask();
    await until(() => outcomes(proxy.proxy).same === 2, 'the second comparison');
    const { status, stdout } = await ready();
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^ready {6}billing: 2 comparisons\n[^]*^Ready: serve the new/m),
    ]);
    const json = await commandHere([...args, '--json'], {}, '', COMMANDS);
    expect(JSON.parse(json.stdout)).toEqual({
      ...{ ready: true, next: expect.stringMatching(/^serve the new/), since: expect.any(String), problems: [] },
      callers: [{ caller: 'billing', compared: 2, problems: [] }],
      ...{ differences: [], ignored: [], not_compared: [] },
    });
    await ours.close();
    await ask();
    await until(() => outcomes(proxy.proxy).not_compared === 1, 'the third comparison');
    for (const [percent, is] of [
      ['66', 0],
      ['67', 1],
    ] as const)
      expect((await commandHere([...args, '--min-compared', percent, '--json'], {}, '', COMMANDS)).status).toBe(is);
    const elsewhere = ['cutover', 'ready', '--admin', old.url];
    expect(await commandHere(elsewhere, {}, '', COMMANDS)).toMatchObject({ status: 1 });
    const twice = await leasegate(['cutover', 'ready', '--admin', proxy.adminUrl, '--admin', proxy.adminUrl]);
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining('It can be given once.')]);
  } finally {
    await proxy.close();
    await old.close();
    await ours.close();
  }
});
