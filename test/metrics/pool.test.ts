import { GatewayFigures } from '../../src/telemetry/metrics/gateway-figures';

/** What the pool tells, as `/metrics` then has it. */

const figures = new GatewayFigures(() => 0, '0');
const { events } = figures.database;

/** The lines of a metric, each as its label and its value. */
const told = (name: string): unknown[] =>
  figures
    .snapshot()
    .find((metric) => metric.name === `leasegate_database_${name}`)!
    .values.map(({ labels, value }) => [...Object.values(labels), value]);

test('every event is counted where it belongs', () => {
  for (let time = 0; time < 3; time += 1) events.connected();
  events.closed();
  events.refused();
  events.waiting(1);
  events.waiting(1);
  events.waiting(-1);
  events.busy(1);
  events.discarded('age');
  events.discarded('timeout');
  events.discarded('timeout');
  events.retried();
  events.killed();
  expect(told('connections_open')).toEqual([[2]]);
  expect(told('connections_busy')).toEqual([[1]]);
  expect(told('connection_waiters')).toEqual([[1]]);
  expect(told('connects_total')).toEqual([
    ['ok', 3],
    ['refused', 1],
  ]);
  expect(told('connections_discarded_total')).toEqual([
    ['age', 1],
    ['failed', 0],
    ['timeout', 2],
  ]);
  expect([told('retries_total'), told('statements_killed_total')]).toEqual([[[1]], [[1]]]);
});
