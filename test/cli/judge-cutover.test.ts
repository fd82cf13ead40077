import { Registry } from 'prom-client';

import { judge } from '../../src/cli/judge-cutover';
import { readMetricLines } from '../../src/cli/metric-lines';
import { legacyMetrics, type LegacyMetrics } from '../../src/telemetry/metrics/legacy-metrics';

const LIMITS = { minComparisons: 10, maxNotCompared: 0.05 };

async function metricsOf(mode: string, count: (metrics: LegacyMetrics) => void) {
  const registry = new Registry();
  count(legacyMetrics(registry, mode));
  return [...readMetricLines(await registry.metrics()), { name: 'process_start_time_seconds', labels: {}, value: 1e9 }];
}

const counting =
  (operation: string, caller: string, outcomes: Readonly<Record<string, number>>) =>
  (metrics: LegacyMetrics): void => {
    for (const [outcome, times] of Object.entries(outcomes))
      for (let nth = 0; nth < times; nth += 1) metrics.compared({ operation, caller, outcome });
  };

test('the counts of all gateways are added up, and the next mode is ready when every caller is', async () => {
  const half = await metricsOf('shadow', counting('leasesForTenant', 'a', { same: 4, ignored: 2 }));
  expect(judge([half], LIMITS).ready).toBe(false);
  const both = judge([half, half], LIMITS);
  expect(both).toMatchObject({ ready: true, mode: 'shadow', since: '2001-09-09T01:46:40.000Z', problems: [] });
  expect(both.next).toContain('LEGACY_MODE=compare');
  expect(both.callers).toEqual([
    {
      caller: 'a',
      ready: true,
      problems: [],
      operations: [{ operation: 'leasesForTenant', same: 8, ignored: 4, different: 0, notCompared: 0 }],
    },
  ]);
});

test.each([
  [{ same: 20, different: 1 }, ['1 of 21 answers of leasesForTenant differ']],
  [{ same: 9 }, ['only 9 of 10 comparisons of leasesForTenant']],
  [{ same: 90, not_compared: 10 }, ['10 % of the requests for leasesForTenant were not compared']],
  [{ same: 95, not_compared: 5 }, []],
])('a caller with %p has the problems %p', async (outcomes, problems) => {
  const judgement = judge([await metricsOf('compare', counting('leasesForTenant', 'a', outcomes))], LIMITS);
  expect(judgement.callers[0]?.problems).toEqual(problems);
  expect(judgement.ready).toBe(problems.length === 0);
});

test('each operation of a caller counts by itself, and the caller with most requests comes first', async () => {
  const lines = await metricsOf('shadow', (metrics) => {
    counting('leasesForTenant', 'few', { same: 10 })(metrics);
    counting('leasesForTenant', 'many', { same: 30 })(metrics);
    counting('tenantsByLease', 'many', { same: 3 })(metrics);
  });
  const { callers } = judge([lines], LIMITS);
  expect(callers.map(({ caller, ready }) => [caller, ready])).toEqual([
    ['many', false],
    ['few', true],
  ]);
});

test('requests with tokens that are not valid need not be many, and their differences count', async () => {
  expect(judge([await metricsOf('shadow', counting('x', 'unknown', { same: 1 }))], LIMITS).ready).toBe(true);
  expect(judge([await metricsOf('shadow', counting('x', 'unknown', { different: 1 }))], LIMITS).ready).toBe(false);
});

test('nothing is ready without a comparison, or with several modes', async () => {
  const nothing = await metricsOf('shadow', () => undefined);
  expect(judge([nothing], LIMITS)).toMatchObject({ ready: false, problems: ['nothing has been compared'] });
  const shadow = await metricsOf('shadow', counting('x', 'a', { same: 10 }));
  const compare = await metricsOf('compare', counting('x', 'a', { same: 10 }));
  expect(judge([shadow, compare], LIMITS).problems).toEqual(['the gateways have different modes']);
});

test('fallback is ready to end when no request needed the old service', async () => {
  const unused = await metricsOf('fallback', () => undefined);
  expect(judge([unused], LIMITS)).toMatchObject({ ready: true, callers: [] });
  const used = await metricsOf('fallback', (metrics) => metrics.served('x', 'answered'));
  expect(judge([used], LIMITS)).toMatchObject({
    ready: false,
    problems: ['1 requests needed the answer of the old service'],
  });
});

test('in fallback, a request counts for which the old service failed too, unless its caller disconnected', async () => {
  const disconnected = await metricsOf('fallback', (metrics) => metrics.served('x', 'disconnected'));
  expect(judge([disconnected], LIMITS).ready).toBe(true);
  const failed = await metricsOf('fallback', (metrics) => {
    for (const outcome of ['unavailable', 'timeout', 'overloaded']) metrics.served('x', outcome);
  });
  expect(judge([failed], LIMITS)).toMatchObject({
    ready: false,
    problems: ['3 requests needed the old service, which did not answer'],
  });
});

test('it names differences, rules, reasons and the mean durations', async () => {
  const lines = await metricsOf('shadow', (metrics) => {
    const one = { operation: 'x', caller: 'a' };
    metrics.compared({ ...one, outcome: 'different', kinds: ['value $.leases[*].rent'], rules: ['record-order'] });
    metrics.compared({ ...one, outcome: 'not_compared', reason: 'queue_full' });
    metrics.answered('x', 'legacy', 30);
    metrics.answered('x', 'own', 10);
  });
  expect(judge([lines], LIMITS)).toMatchObject({
    differences: [{ operation: 'x', what: 'value $.leases[*].rent', requests: 1 }],
    ignored: [{ operation: 'x', what: 'record-order', requests: 1 }],
    notCompared: [{ operation: 'x', what: 'queue_full', requests: 1 }],
    meanMs: { legacy: 30, own: 10 },
  });
});
