/** Where lines go that nobody may wait for: what cannot be written is lost, and counted. */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { pino, type DestinationStream } from 'pino';

/** Bytes that may wait to be written. What comes then is lost. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Bytes written at once: a pipe takes that many whole, so lines of several processes do not mix. */
const AT_ONCE = 4096;

/** Milliseconds that the last lines may take when the program ends. */
const CLOSING_MS = 2_000;

export interface LossyStream {
  readonly stream: DestinationStream;
  close(): Promise<void>;
}

export interface LossyStreamOptions {
  /** A file descriptor. */
  readonly fd: number;
  /** Told of a code such as `ENOSPC`, or of `full` when lines are lost because too many wait. */
  readonly onFailure?: (code: string) => void;
  /** Told how many more lines are lost. */
  readonly onLost?: (lines: number) => void;
}

export function lossyStream({ fd, onFailure, onLost }: LossyStreamOptions): LossyStream {
  let hasGivenUp = false;
  const sink = pino.destination({
    dest: fd,
    sync: false,
    maxLength: MOST_WAITING,
    maxWrite: AT_ONCE,
    // A reader who has stopped would keep the program from ending.
    retryEAGAIN: () => !hasGivenUp,
  });
  // At an exit without `close` it would try for ever to write to a disk that is full.
  sink.flushSync = () => undefined;

  let waiting = 0;
  let isOver = false;
  const lose = (lines: number): void => {
    waiting -= lines;
    onLost?.(lines);
  };
  sink.on('drain', () => (waiting = 0));
  sink.on('drop', () => {
    lose(1);
    onFailure?.('full');
  });
  sink.on('error', (failure: NodeJS.ErrnoException) => {
    onFailure?.(failure.code ?? failure.name);
    // Nobody will ever read it again; a disk may have room again.
    if (failure.code !== 'EPIPE' || isOver) return;
    isOver = true;
    lose(waiting);
  });

  const write = (line: string): void => {
    waiting += 1;
    if (isOver) lose(1);
    else sink.write(line);
  };

  const close = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    const ending = new AbortController();
    // A failure ends the waiting, too.
    const closed = once(sink, 'close').catch(() => undefined);
    const impatience = sleep(CLOSING_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    sink.end();
    await Promise.race([closed, impatience]);
    ending.abort();
    hasGivenUp = true;
    sink.destroy();
  };
  return { stream: { write }, close };
}
