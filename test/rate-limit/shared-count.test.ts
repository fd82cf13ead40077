import { EventEmitter } from 'node:events';

import { type Channel, countBySupervisor, countReplies } from '../../src/rate-limit/shared-count';
import { requestWindows } from '../../src/rate-limit/caller-limit';

/** Workers ask their supervisor to count, and count themselves when it does not answer. */

const LIMIT = { requests: 2, windowSeconds: 10 };
const windows = () => requestWindows(LIMIT, () => 0);
const passed = { passes: true, seconds: 10 };
const refused = { passes: false, remaining: 0, seconds: 10 };

/** The channel of a worker. Messages wait until the test answers them. */
class Line extends EventEmitter implements Channel {
  connected = true;
  readonly sent: unknown[] = [];

  send(message: unknown): void {
    this.sent.push(structuredClone(message));
  }

  /** Answers all messages. */
  deliver(replyTo: (message: unknown) => unknown): void {
    for (const message of this.sent.splice(0)) this.emit('message', replyTo(message));
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('two workers share one count, and each request has its own reply', async () => {
  const replyTo = countReplies(windows());
  const lines = [new Line(), new Line()] as const;
  const [first, second] = lines.map((line) => {
    const count = countBySupervisor(line, windows());
    return async (key: string | null) => count(key);
  });
  const asked = [first!('ann'), first!('ben'), second!('ann'), second!('ann'), second!(null)];
  for (const line of lines) line.deliver(replyTo);
  expect(await Promise.all(asked)).toEqual([
    { ...passed, remaining: 1 },
    { ...passed, remaining: 1 },
    { ...passed, remaining: 0 },
    refused,
    { ...passed, remaining: 1 },
  ]);
});

test('other messages are ignored in both directions', async () => {
  const replyTo = countReplies(windows());
  for (const message of [undefined, null, 'ann', 7, [], {}, { url: 'http://…' }])
    expect(replyTo(message)).toBeUndefined();
  const line = new Line();
  const asked = countBySupervisor(line, windows())('ann');
  for (const message of [null, 'hello', {}, { act: 'x' }]) line.emit('message', message);
  line.deliver(replyTo);
  expect(await asked).toEqual({ ...passed, remaining: 1 });
});

test('while the supervisor does not answer, a worker counts itself; a late reply ends this and is not used for another request', async () => {
  const replyTo = countReplies(windows());
  const line = new Line();
  const count = countBySupervisor(line, windows());
  const first = count('ann');
  jest.advanceTimersByTime(250);
  expect(await first).toEqual({ ...passed, remaining: 1 });
  // No further request waits or sends a message.
  expect(await count('ann')).toEqual({ ...passed, remaining: 0 });
  expect(await count('ann')).toEqual(refused);
  expect(line.sent).toEqual([{ requestOf: 'ann' }]);

  line.deliver(replyTo);
  const ann = count('ann');
  const ben = count('ben');
  line.deliver(replyTo);
  expect(await ann).toEqual({ ...passed, remaining: 0 });
  expect(await ben).toEqual({ ...passed, remaining: 1 });
});

test('a late reply goes to the request that it is for, also while the next one waits', async () => {
  const replyTo = countReplies(windows());
  const line = new Line();
  const count = countBySupervisor(line, windows());
  const first = count('ann');
  jest.advanceTimersByTime(200);
  const second = count('ben');
  jest.advanceTimersByTime(50);
  await first;
  line.emit('message', { standing: refused });
  line.sent.shift();
  line.deliver(replyTo);
  expect(await second).toEqual({ ...passed, remaining: 1 });
});

test('without a supervisor a worker counts itself immediately', async () => {
  const line = new Line();
  const count = countBySupervisor(line, windows());
  line.connected = false;
  expect(await count('ann')).toEqual({ ...passed, remaining: 1 });
  expect(line.sent).toEqual([]);
});

test('after a reply in time the supervisor continues to count, and no timer is left', async () => {
  const replyTo = countReplies(windows());
  const line = new Line();
  const count = countBySupervisor(line, windows());
  for (const expected of [{ ...passed, remaining: 1 }, { ...passed, remaining: 0 }, refused]) {
    const asked = count('ann');
    jest.advanceTimersByTime(249);
    expect(line.sent).toEqual([{ requestOf: 'ann' }]);
    line.deliver(replyTo);
    expect([await asked, jest.getTimerCount()]).toEqual([expected, 0]);
    jest.advanceTimersByTime(10_000);
  }
  expect(line.listenerCount('message')).toBe(1);
});
