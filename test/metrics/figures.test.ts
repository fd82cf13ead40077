/** Values that are known, in the lines of `/metrics`. */

import { printed, processMetrics } from '../../src/telemetry/metrics/exposition';
import { Counts, Durations } from '../../src/telemetry/metrics/figures';
import { GatewayFigures } from '../../src/telemetry/metrics/gateway-figures';

/** The value of a line without labels, as several processes have it together. */
async function together(name: string, ...processes: readonly GatewayFigures[]): Promise<number> {
  const text = await printed(processes.map((figures) => figures.snapshot()));
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('what took exactly as long as a bound is within it', () => {
  const durations = new Durations();
  for (const seconds of [0.001, 0.25, 0.2501, 10, 10.1]) durations.add(seconds);
  const samples = durations.samples('x', {});
  const within = Object.fromEntries(samples.flatMap(({ labels, value }) => (labels.le ? [[labels.le, value]] : [])));
  expect(within).toEqual({
    ...{ 0.001: 1, 0.0025: 1, 0.005: 1, 0.01: 1, 0.025: 1, 0.05: 1, 0.1: 1, 0.25: 2 },
    ...{ 0.5: 3, 1: 3, 2.5: 3, 5: 3, 10: 4, '+Inf': 5 },
  });
  const sums = samples.filter(({ labels }) => labels.le === undefined);
  expect(sums.map(({ metricName, value }) => [metricName, value])).toEqual([
    ['x_sum', expect.closeTo(20.6011)],
    ['x_count', 5],
  ]);
});

test('several at once count as several', () => {
  const lost = new Counts('log', ['log', 'audit']);
  lost.add('log', 7);
  lost.add('log');
  expect(lost.samples().map(({ labels, value }) => [labels.log, value])).toEqual([
    ['log', 8],
    ['audit', 0],
  ]);
});

describe('two workers together', () => {
  let clock = 0;
  const two = () => [new GatewayFigures(() => clock, '0'), new GatewayFigures(() => clock, '0')] as const;

  test('tell the age of the older key set, in seconds', async () => {
    const [one, other] = two();
    [one.keySetLoadedAt, other.keySetLoadedAt] = [1_000, 31_000];
    clock = 61_000;
    expect(await together('leasegate_key_set_age_seconds', one, other)).toBe(60);
  });

  test('tell of the replicas of one of them, and of the lag of the one that is furthest behind', async () => {
    const [one, other] = two();
    const state = (replica: number, healthy: boolean, lagSeconds: number) => ({
      ...{ replica, healthy, lagSeconds },
      problem: healthy ? null : 'is too far behind',
    });
    for (const [figures, lag] of [
      [one, 3],
      [other, 2],
    ] as const) {
      figures.replicas.note(state(1, true, lag));
      figures.replicas.note(state(2, true, 0.5));
    }
    expect(await together('leasegate_database_replicas_read', one, other)).toBe(2);
    expect(await together('leasegate_database_replica_lag_seconds', one, other)).toBe(3);
    one.replicas.note(state(1, false, 9));
    expect(one.replicas.read).toBe(1);
  });

  test('tell the start of the younger process', async () => {
    const [start] = (await processMetrics()()).filter(({ name }) => name === 'process_start_time_seconds');
    const at = (value: number) => [{ ...start!, values: [{ value, labels: {} }] }];
    expect(await printed([at(100), at(300)])).toContain('\nprocess_start_time_seconds 300\n');
  });
});
