/** Which clients lose their answers first when too many bytes wait: counted, with connections of the test. */

import { EventEmitter } from 'node:events';
import type { Server, ServerResponse } from 'node:http';

import { closeSlowReaders } from '../../src/http/slow-readers';

const MB = 1024 * 1024;

/** A connection on which so many bytes of an answer wait. */
class Reader {
  readonly socket = { bytesWritten: 0, writableLength: 0, destroy: () => this.closed.push(this.name) };
  readonly headersSent = true;
  readonly req = { socket: this.socket };

  constructor(
    readonly name: string,
    private readonly closed: string[],
    public writableLength: number,
  ) {}

  take(bytes: number): void {
    this.socket.bytesWritten += bytes;
    this.writableLength -= bytes;
  }
}

afterEach(() => jest.useRealTimers());

test('the slowest are closed first, and no more of them than necessary', () => {
  jest.useFakeTimers();
  const closed: string[] = [];
  const server = new EventEmitter();
  // By the order in which they came, by what waits and by what they took, the first one is another each time.
  const slow = new Reader('slow', closed, 10 * MB);
  const slowest = new Reader('slowest', closed, 30 * MB);
  const slower = new Reader('slower', closed, 40 * MB);
  const fast = new Reader('fast', closed, 10 * MB);
  const readers = [slow, slowest, slower, fast];
  closeSlowReaders(server as Server, new Set(readers as unknown as ServerResponse[]));
  jest.advanceTimersByTime(1_000);
  expect(closed).toEqual([]);

  slow.take(0.4 * MB);
  slowest.take(0.5 * MB);
  slower.take(1 * MB);
  fast.take(5 * MB);
  // 83.1 MB wait; without the slowest it is 53.6.
  jest.advanceTimersByTime(1_000);
  expect(closed).toEqual(['slowest']);
  server.emit('close');
});
