/** A scrape of several workers: what a worker asks, and what the supervisor answers for all of them. */

import { ServiceError } from '../../src/errors';
import { EventEmitter } from 'node:events';

import type { Snapshot } from '../../src/telemetry/metrics/gateway-metrics';
import { answerScrapes, scrapeAllWorkers, type Worker } from '../../src/telemetry/metrics/worker-metrics';
import { clockedMetrics, valuesIn } from './metric-values';

type Message = Parameters<Worker['send']>[0];

/** Runs everything that waits only for promises. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await jest.advanceTimersByTimeAsync(0);
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a worker', () => {
  let channel: EventEmitter;
  let sent: Message[];
  let scrape: () => Promise<string>;

  beforeEach(() => {
    channel = new EventEmitter();
    sent = [];
    const send = (message: Message) => void sent.push(message);
    scrape = scrapeAllWorkers(Object.assign(channel, { send }), async () => []);
  });

  test('asks once for scrapes at the same time, and again for the next one', async () => {
    const scrapes = [scrape(), scrape()];
    channel.emit('message', { metrics: 'text', text: 'first' });
    expect(await Promise.all(scrapes)).toEqual(['first', 'first']);
    const next = scrape();
    channel.emit('message', { metrics: 'text', text: 'second' });
    expect(await next).toBe('second');
    expect(sent).toEqual([{ metrics: 'scrape' }, { metrics: 'scrape' }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('fails a scrape after five seconds without an answer, and asks again for the next one', async () => {
    let failure: unknown;
    scrape().catch((error: unknown) => (failure = error));
    await jest.advanceTimersByTimeAsync(4_999);
    expect(failure).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(failure).toEqual(new Error('the supervisor does not answer'));
    const next = scrape();
    channel.emit('message', { metrics: 'text', text: 'second' });
    expect(await next).toBe('second');
  });

  test('sends its own snapshot when the supervisor collects, and heeds no other message', async () => {
    for (const message of [null, 'collect', { standing: 1 }, { metrics: 'collect' }]) channel.emit('message', message);
    await settled();
    expect(sent).toEqual([{ metrics: 'snapshot', snapshot: [] }]);
  });
});

describe('the supervisor', () => {
  class FakeWorker implements Worker {
    readonly received: Message[] = [];
    connected = true;

    constructor(readonly id: number) {}

    isConnected(): boolean {
      return this.connected;
    }

    send(message: Message): void {
      this.received.push(message);
    }

    says(message: Message): void {
      cluster.emit('message', this, message);
    }

    /** Answers with `count` requests, of which as many are in flight. */
    async counts(count: number): Promise<void> {
      this.says({ metrics: 'snapshot', snapshot: await snapshotOf(count) });
      await settled();
    }

    /** How often it was asked for a snapshot. */
    get asked(): number {
      return this.received.filter(({ metrics }) => metrics === 'collect').length;
    }

    /** The requests and those in flight of its last scrape; undefined as long as there is none. */
    get text(): unknown {
      const last = this.received.findLast((message) => message.metrics === 'text');
      return last && [valuesIn(last.text)[REQUESTS], valuesIn(last.text)['leasegate_http_requests_in_flight']];
    }
  }

  const REQUESTS = 'leasegate_http_requests_total{transport="none",operation="none",status="400",type="bad_request"}';
  let cluster: EventEmitter;
  let first: FakeWorker;
  let second: FakeWorker;

  async function snapshotOf(count: number): Promise<Snapshot> {
    const { metrics } = clockedMetrics();
    for (let request = 0; request < count; request += 1) metrics.observer.inputRefused(new ServiceError('badRequest'));
    for (let request = 0; request < count; request += 1) metrics.observer.requestBegan();
    return metrics.registry.getMetricsAsJSON();
  }

  beforeEach(() => {
    cluster = new EventEmitter();
    first = new FakeWorker(1);
    second = new FakeWorker(2);
    answerScrapes(Object.assign(cluster, { workers: { 1: first, 2: second } }));
  });

  /** One scrape that both workers take part in. */
  async function scrape(ofFirst: number, ofSecond: number): Promise<void> {
    first.says({ metrics: 'scrape' });
    await first.counts(ofFirst);
    await second.counts(ofSecond);
  }

  test('adds up, and keeps what a worker had counted when it has ended; a later snapshot of it does not count', async () => {
    await scrape(3, 5);
    expect(first.text).toEqual([8, 8]);
    Object.assign(cluster, { workers: { 1: first } });
    cluster.emit('exit', second);
    await second.counts(5);
    first.says({ metrics: 'scrape' });
    await first.counts(4);
    expect(first.text).toEqual([9, 4]);
  });

  test('keeps what several ended workers had counted', async () => {
    await scrape(3, 5);
    for (const worker of [first, second]) cluster.emit('exit', worker);
    const third = new FakeWorker(3);
    Object.assign(cluster, { workers: { 3: third } });
    third.says({ metrics: 'scrape' });
    await third.counts(1);
    expect(third.text).toEqual([9, 1]);
  });

  test('waits a second for a worker, and then takes its last snapshot', async () => {
    await scrape(3, 5);
    first.says({ metrics: 'scrape' });
    await first.counts(4);
    await jest.advanceTimersByTimeAsync(999);
    expect(first.text).toEqual([8, 8]);
    await jest.advanceTimersByTimeAsync(1);
    await settled();
    expect(first.text).toEqual([9, 9]);
    await scrape(4, 7);
    expect(first.text).toEqual([11, 11]);
  });

  test('does not wait for a worker that ends meanwhile, nor for one whose channel is closed', async () => {
    await scrape(3, 5);
    first.says({ metrics: 'scrape' });
    await first.counts(4);
    cluster.emit('exit', second);
    await settled();
    expect(first.text).toEqual([9, 4]);

    const third = new FakeWorker(3);
    third.connected = false;
    Object.assign(cluster, { workers: { 1: first, 3: third } });
    first.says({ metrics: 'scrape' });
    await first.counts(6);
    expect([first.text, third.asked]).toEqual([[11, 6], 0]);
  });

  test('asks each worker once for scrapes at the same time, and leaves no timer', async () => {
    first.says({ metrics: 'scrape' });
    second.says({ metrics: 'scrape' });
    expect([first.asked, second.asked]).toEqual([1, 1]);
    await first.counts(1);
    await second.counts(2);
    expect([first.text, second.text]).toEqual([
      [3, 3],
      [3, 3],
    ]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('takes the oldest key set, every host in use, and the start of the youngest process', async () => {
    const worker = (age: number, inUse: number, start: number) => {
      const { metrics, clock } = clockedMetrics();
      metrics.observer.keySetLoaded();
      clock.now = age * 1_000;
      metrics.observer.hostChecked({ host: 1, isInUse: inUse === 1, problem: inUse === 1 ? null : 'does not answer' });
      metrics.observer.hostChecked({ host: 2, isInUse: inUse === 2, problem: null });
      return metrics
        .snapshot()
        .then((all) => all.map((one) => (one.name === 'process_start_time_seconds' ? startingAt(one, start) : one)));
    };
    const startingAt = (metric: Snapshot[number], value: number) => ({ ...metric, values: [{ value, labels: {} }] });
    first.says({ metrics: 'scrape' });
    first.says({ metrics: 'snapshot', snapshot: await worker(60, 1, 100) });
    second.says({ metrics: 'snapshot', snapshot: await worker(30, 2, 300) });
    await settled();
    const last = first.received.findLast((message) => message.metrics === 'text')!;
    expect(valuesIn(last.text)).toMatchObject({
      leasegate_key_set_age_seconds: 60,
      'leasegate_database_host_healthy{host="1"}': 0,
      'leasegate_database_host_healthy{host="2"}': 1,
      'leasegate_database_host_in_use{host="1"}': 1,
      'leasegate_database_host_in_use{host="2"}': 1,
      process_start_time_seconds: 300,
      leasegate_workers: 2,
      [`leasegate_build_info{version="0",node="${process.version}"}`]: 1,
    });
  });
});
