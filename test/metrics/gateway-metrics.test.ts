/** Events whose number is known, in the lines of `/metrics`. */

import { metricValues, ownMetrics } from './metric-values';

test('all begin at 0, each with its meaning', async () => {
  expect((await ownMetrics().registry.metrics()).replaceAll(process.version, 'NODE')).toMatchSnapshot();
});

test('several lost lines count as several', async () => {
  const metrics = ownMetrics();
  for (const lines of [7, 1]) metrics.observer.linesLost('log', lines);
  expect(await metricValues(metrics, 'leasegate_log_lines_lost')).toEqual({
    '_total{log="log"}': 8,
    '_total{log="audit"}': 0,
  });
});

test('each database host is shown: whether it is healthy, and whether it is in use', async () => {
  const metrics = ownMetrics();
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
  const metrics = ownMetrics();
  const { observer } = metrics;
  for (let time = 0; time < 3; time += 1) observer.connectionOpened();
  observer.connectionClosed();
  observer.connectionFailed();
  for (const change of [1, 1, -1] as const) observer.connectionWaiters(change);
  observer.connectionsBusy(1);
  for (const reason of ['age', 'timeout', 'timeout'] as const) observer.connectionDiscarded(reason);
  observer.statementRetried();
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
  });
});
