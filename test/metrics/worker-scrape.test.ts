/** A worker that is scraped, and asks its supervisor. */

import { EventEmitter } from 'node:events';

import type { ScrapeMessage } from '../../src/telemetry/metrics/scrape-messages';
import { scrapeOfAll } from '../../src/telemetry/metrics/worker-scrape';

let channel: EventEmitter;
let sent: ScrapeMessage[];
let scrape: () => Promise<string>;

beforeEach(() => {
  jest.useFakeTimers();
  channel = new EventEmitter();
  sent = [];
  const send = (message: ScrapeMessage) => void sent.push(message);
  scrape = scrapeOfAll(Object.assign(channel, { send }), async () => []);
});
afterEach(() => jest.useRealTimers());

test('each scrape has its own answer, and nothing waits for it any longer', async () => {
  const scrapes = [scrape(), scrape()];
  const [one, other] = sent.map(({ of }) => of);
  channel.emit('message', { metrics: 'printed', of: other, text: 'second' });
  channel.emit('message', { metrics: 'printed', of: one, text: 'first' });
  expect(await Promise.all(scrapes)).toEqual(['first', 'second']);
  expect(jest.getTimerCount()).toBe(0);
});

test('a scrape fails after five seconds without an answer', async () => {
  let failure: unknown;
  scrape().catch((error: unknown) => (failure = error));
  await jest.advanceTimersByTimeAsync(4_999);
  expect(failure).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(failure).toEqual(new Error('the supervisor does not answer'));
});

test('it answers with its own snapshot for the round that asks', async () => {
  channel.emit('message', { metrics: 'wanted', of: '7' });
  await jest.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ metrics: 'taken', of: '7', snapshot: [] }]);
});
