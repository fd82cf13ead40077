/** Events whose number is known, in the lines of `/metrics`. */

import type { ObservedRequest } from '../../src/observer';
import { clockedMetrics, metricValues } from './metric-values';

const REQUEST: ObservedRequest = {
  requestId: 'one',
  began: 0,
  trace: undefined,
  transport: 'none',
  operation: 'none',
  type: 'none',
};
const END = { method: 'POST', route: '/', status: 200, ms: 1, bytes: 0 };

test('a duration that equals a bound is within it', async () => {
  const { metrics } = clockedMetrics();
  const request = { ...REQUEST, transport: 'rest', operation: 'leasesForTenant' };
  for (const seconds of [0.001, 0.25, 0.2501, 10, 10.1])
    metrics.observer.requestEnded(request, { ...END, ms: 1_000 * seconds });
  const within = await metricValues(metrics, 'leasegate_http_request_duration_seconds_bucket');
  const labels = (bound: string) => `{le="${bound}",transport="rest",operation="leasesForTenant"}`;
  expect(within).toEqual(
    Object.fromEntries(
      Object.entries({
        ...{ 0.001: 1, 0.0025: 1, 0.005: 1, 0.01: 1, 0.025: 1, 0.05: 1, 0.1: 1, 0.25: 2 },
        ...{ 0.5: 3, 1: 3, 2.5: 3, 5: 3, 10: 4, '+Inf': 5 },
      }).map(([bound, count]) => [labels(bound), count]),
    ),
  );
  expect(await metricValues(metrics, 'leasegate_http_request_duration_seconds_sum')).toEqual({
    '{transport="rest",operation="leasesForTenant"}': expect.closeTo(20.6011),
  });
});

test('statements are timed in seconds, apart by their outcome, and shown before the first one', async () => {
  const { metrics } = clockedMetrics();
  const name = 'leasegate_database_statement_duration_seconds_';
  const sums = () => metricValues(metrics, `${name}sum`);
  expect(await sums()).toEqual({ '{outcome="ok"}': 0, '{outcome="failed"}': 0 });
  metrics.observer.statementEnded({ sql: '', ms: 250, failed: false });
  metrics.observer.statementEnded({ sql: '', ms: 500, failed: true });
  expect(await sums()).toEqual({ '{outcome="ok"}': 0.25, '{outcome="failed"}': 0.5 });
});

test('several lost lines count as several', async () => {
  const { metrics } = clockedMetrics();
  metrics.observer.linesLost('log', 7);
  metrics.observer.linesLost('log', 1);
  expect(await metricValues(metrics, 'leasegate_log_lines_lost_total')).toEqual({
    '{log="log"}': 8,
    '{log="audit"}': 0,
  });
});

test('each database host is shown: whether it is healthy, and whether it is in use', async () => {
  const { metrics } = clockedMetrics();
  const shown = () => metricValues(metrics, 'leasegate_database_host');
  expect(await shown()).toEqual({});
  metrics.observer.hostChecked({ host: 1, isInUse: false, problem: 'does not answer' });
  metrics.observer.hostChecked({ host: 2, isInUse: true, problem: null });
  expect(await shown()).toEqual({
    '_healthy{host="1"}': 0,
    '_healthy{host="2"}': 1,
    '_in_use{host="1"}': 0,
    '_in_use{host="2"}': 1,
  });
});

test('every event of the pool is counted where it belongs', async () => {
  const { metrics } = clockedMetrics();
  const { observer } = metrics;
  for (let time = 0; time < 3; time += 1) observer.connectionOpened();
  observer.connectionClosed();
  observer.connectionFailed();
  observer.connectionWaiters(1);
  observer.connectionWaiters(1);
  observer.connectionWaiters(-1);
  observer.connectionsBusy(1);
  observer.connectionDiscarded('age');
  observer.connectionDiscarded('timeout');
  observer.connectionDiscarded('timeout');
  observer.statementRetried();
  observer.statementKilled();
  expect(await metricValues(metrics, 'leasegate_database_')).toMatchObject({
    connections_open: 2,
    connections_busy: 1,
    connection_waiters: 1,
    'connects_total{outcome="ok"}': 3,
    'connects_total{outcome="refused"}': 1,
    'connections_discarded_total{reason="age"}': 1,
    'connections_discarded_total{reason="failed"}': 0,
    'connections_discarded_total{reason="timeout"}': 2,
    retries_total: 1,
    statements_killed_total: 1,
  });
});

test('the process is shown from the first scrape on, once', async () => {
  const { metrics } = clockedMetrics();
  expect(await metrics.registry.metrics()).not.toContain('process_');
  for (const text of [await metrics.text(), await metrics.text()])
    expect(text.match(/^process_start_time_seconds \d+$/gm)).toHaveLength(1);
});
