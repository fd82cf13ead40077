import { EventEmitter } from 'node:events';

import { type Channel, countBySupervisor, countReplies } from '../../src/rate-limit/shared-count';
import { requestWindows } from '../../src/rate-limit/caller-limit';

/** Workers have their supervisor count, and go on by themselves when it does not answer. */

const LIMIT = { requests: 2, windowSeconds: 10 };
const windows = () => requestWindows(LIMIT, () => 0);
const passed = { passes: true, seconds: 10 };
const refused = { passes: false, remaining: 0, seconds: 10 };

/** A worker's end of the channel; what it sends waits for the test. */
class Line extends EventEmitter implements Channel {
  connected = true;
  readonly sent: unknown[] = [];

  send(message: unknown): void {
    this.sent.push(structuredClone(message));
  }

  /** Answers everything that was sent. */
  deliver(replyTo: (message: unknown) => unknown): void {
    for (const message of this.sent.splice(0)) this.emit('message', replyTo(message));
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('two workers share one count, and each question has its own reply', async () => {
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

test('other messages, in either direction, are none of its business', async () => {
  const replyTo = countReplies(windows());
  for (const message of [undefined, null, 'ann', 7, [], {}, { url: 'http://…' }])
    expect(replyTo(message)).toBeUndefined();
  const line = new Line();
  const asked = countBySupervisor(line, windows())('ann');
  for (const message of [null, 'hello', {}, { act: 'x' }]) line.emit('message', message);
  line.deliver(replyTo);
  expect(await asked).toEqual({ ...passed, remaining: 1 });
});

test('while the other end is silent a worker counts alone; a reply, however late, ends that, and none is taken for another’s', async () => {
  const replyTo = countReplies(windows());
  const line = new Line();
  const count = countBySupervisor(line, windows());
  const first = count('ann');
  jest.advanceTimersByTime(250);
  expect(await first).toEqual({ ...passed, remaining: 1 });
  // No further request waits, nor adds to what the other end has to do.
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

test('without the other end a worker counts alone at once', async () => {
  const line = new Line();
  const count = countBySupervisor(line, windows());
  line.connected = false;
  expect(await count('ann')).toEqual({ ...passed, remaining: 1 });
  expect(line.sent).toEqual([]);
});

test('a reply in time ends the wait for it: the other end goes on counting, and no timer is left', async () => {
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
