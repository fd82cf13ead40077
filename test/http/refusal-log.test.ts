import { pino } from 'pino';

import { gatewayLog } from '../../src/telemetry/gateway-log';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('each refusal is reported once: the first at once, then those of each second together, and after a quiet second at once again', () => {
  const told: number[] = [];
  const write = (line: string) => void told.push((JSON.parse(line) as { requests: number }).requests);
  const limits = {
    maxRequestsInFlight: 256,
    maxEventLoopDelayMs: 1,
    databaseConnectTimeoutMs: 1,
    maxConnections: 1,
  };
  const refuse = gatewayLog(pino({ level: 'warn' }, { write }), 'off', limits).requestOverloaded!;
  const refuseTimes = (times: number) => {
    for (let time = 0; time < times; time += 1) refuse();
  };
  refuseTimes(4);
  expect(told).toEqual([1]);
  jest.advanceTimersByTime(1_000);
  expect(told).toEqual([1, 3]);
  refuseTimes(2);
  jest.advanceTimersByTime(999);
  expect(told).toEqual([1, 3]);
  jest.advanceTimersByTime(1);
  expect(told).toEqual([1, 3, 2]);
  jest.advanceTimersByTime(60_000);
  expect(told).toEqual([1, 3, 2]);
  refuseTimes(2);
  expect(told).toEqual([1, 3, 2, 1]);
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(2_000);
  expect(told).toEqual([1, 3, 2, 1, 1]);
  expect(jest.getTimerCount()).toBe(0);
});
