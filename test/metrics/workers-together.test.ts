/** What the supervisor of several workers tells of them, with workers that answer when the test says so. */

import { EventEmitter } from 'node:events';

import type { Snapshot } from '../../src/telemetry/metrics/gateway-figures';
import type { ScrapeMessage } from '../../src/telemetry/metrics/scrape-messages';
import { answerScrapes, type ScrapedWorker } from '../../src/telemetry/metrics/workers-together';

/** A worker that has counted `value` requests, and has as many in flight. */
const counted = (value: number): Snapshot => [
  { name: 'requests_total', help: 'Requests.', type: 'counter', aggregator: 'sum', values: [{ value, labels: {} }] },
  { name: 'in_flight', help: 'In flight.', type: 'gauge', aggregator: 'sum', values: [{ value, labels: {} }] },
];

class FakeWorker implements ScrapedWorker {
  readonly told: ScrapeMessage[] = [];
  connected = true;

  constructor(
    readonly id: number,
    private readonly cluster: EventEmitter,
  ) {}

  isConnected(): boolean {
    return this.connected;
  }

  send(message: ScrapeMessage): void {
    this.told.push(message);
  }

  says(message: ScrapeMessage): void {
    this.cluster.emit('message', this, message);
  }

  /** The rounds of snapshots that it was asked for. */
  wanted(): string[] {
    return this.told.filter(({ metrics }) => metrics === 'wanted').map(({ of }) => of);
  }

  /** The lines of its last scrape that are no comments; undefined as long as there is none. */
  printed(): string[] | undefined {
    const last = this.told.findLast((message) => message.metrics === 'printed');
    return last?.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  }
}

const lines = (requests: number, inFlight: number): string[] => [`requests_total ${requests}`, `in_flight ${inFlight}`];

let cluster: EventEmitter;
let first: FakeWorker;
let second: FakeWorker;

/** Lets everything happen that waits for nothing but promises. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await jest.advanceTimersByTimeAsync(0);
};

beforeEach(async () => {
  // What is loaded at the first scrape is there before the clock stands still.
  await import('../../src/telemetry/metrics/exposition.ts');
  jest.useFakeTimers();
  cluster = new EventEmitter();
  first = new FakeWorker(1, cluster);
  second = new FakeWorker(2, cluster);
  answerScrapes(Object.assign(cluster, { workers: { 1: first, 2: second } }));
});
afterEach(() => jest.useRealTimers());

/** One scrape that both workers take part in. */
async function scrape(of: string, ofFirst: number, ofSecond: number): Promise<void> {
  first.says({ metrics: 'scraped', of });
  first.says({ metrics: 'taken', of: first.wanted().at(-1)!, snapshot: counted(ofFirst) });
  second.says({ metrics: 'taken', of: second.wanted().at(-1)!, snapshot: counted(ofSecond) });
  await settled();
}

test('what a worker had counted stays when it is gone, and a message of it that comes later does not count', async () => {
  await scrape('a', 3, 5);
  expect(first.printed()).toEqual(lines(8, 8));
  Object.assign(cluster, { workers: { 1: first } });
  cluster.emit('exit', second);
  second.says({ metrics: 'taken', of: '1', snapshot: counted(5) });

  first.says({ metrics: 'scraped', of: 'b' });
  first.says({ metrics: 'taken', of: '2', snapshot: counted(4) });
  await settled();
  expect(first.printed()).toEqual(lines(9, 4));
});

test('a scrape waits a second for a worker, and an answer to an earlier round is none to the present one', async () => {
  await scrape('a', 3, 5);
  first.says({ metrics: 'scraped', of: 'b' });
  first.says({ metrics: 'taken', of: '2', snapshot: counted(4) });
  await jest.advanceTimersByTimeAsync(999);
  expect(first.printed()).toEqual(lines(8, 8));
  await jest.advanceTimersByTimeAsync(1);
  await settled();
  expect(first.printed()).toEqual(lines(9, 9));

  first.told.length = 0;
  first.says({ metrics: 'scraped', of: 'c' });
  first.says({ metrics: 'taken', of: '3', snapshot: counted(4) });
  second.says({ metrics: 'taken', of: '2', snapshot: counted(6) });
  await settled();
  expect(first.printed()).toBeUndefined();
  second.says({ metrics: 'taken', of: '3', snapshot: counted(7) });
  await settled();
  expect(first.printed()).toEqual(lines(11, 11));
});

test('a worker whose channel is closed is not waited for', async () => {
  await scrape('a', 3, 5);
  second.connected = false;
  first.says({ metrics: 'scraped', of: 'b' });
  first.says({ metrics: 'taken', of: '2', snapshot: counted(4) });
  await settled();
  expect(second.wanted()).toEqual(['1']);
  expect(first.printed()).toEqual(lines(9, 9));
});

test('scrapes at the same time share a round, and nothing is left of it', async () => {
  first.says({ metrics: 'scraped', of: 'a' });
  second.says({ metrics: 'scraped', of: 'b' });
  expect([first.wanted(), second.wanted()]).toEqual([['1'], ['1']]);
  first.says({ metrics: 'taken', of: '1', snapshot: counted(1) });
  second.says({ metrics: 'taken', of: '1', snapshot: counted(2) });
  await settled();
  expect([first.printed(), second.printed()]).toEqual([lines(3, 3), lines(3, 3)]);
  expect(jest.getTimerCount()).toBe(0);
});
