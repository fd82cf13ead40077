/** Where the lines of the trail go. Whatever becomes of them, no answer waits for them. */

import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { pino, type DestinationStream } from 'pino';

/** Bytes that may wait to be written. What comes then is lost. */
const MOST_WAITING = 4 * 1024 * 1024;

/** Bytes written at once: a pipe takes that many whole, so lines of several workers do not mix. */
const AT_ONCE = 4096;

/** Milliseconds that the last lines may take when the gateway ends. */
const CLOSING_MS = 2_000;

/** Milliseconds within which a failure is told once, however many lines it takes. */
const QUIET_MS = 10_000;

export interface Destination {
  readonly stream: DestinationStream;
  close(): Promise<void>;
}

export interface DestinationOptions {
  /** A path; null for standard output. */
  readonly file: string | null;
  readonly monotonicNow: () => number;
  /** Told of a code such as `ENOSPC`, or of `full` when lines are lost because too many wait. */
  readonly onFailure: (code: string) => void;
}

/** @throws {Error} when the file cannot be opened for appending */
export function openDestination({ file, monotonicNow, onFailure }: DestinationOptions): Destination {
  const dest = file === null ? process.stdout.fd : opened(file);
  const options = { dest, sync: false, maxLength: MOST_WAITING, maxWrite: AT_ONCE };
  const stream = pino.destination(options);
  // At an exit without `close` it would try for ever to write to a disk that is full.
  stream.flushSync = () => undefined;

  let toldAt = -Infinity;
  const tell = (code: string): void => {
    if (monotonicNow() - toldAt < QUIET_MS) return;
    toldAt = monotonicNow();
    onFailure(code);
  };
  let readerIsGone = false;
  stream.on('error', (failure: NodeJS.ErrnoException) => {
    readerIsGone ||= failure.code === 'EPIPE';
    tell(failure.code ?? failure.name);
  });
  stream.on('drop', () => tell('full'));

  const close = async (): Promise<void> => {
    if (readerIsGone) return;
    const ending = new AbortController();
    // A failure ends the waiting, too.
    const closed = once(stream, 'close').catch(() => undefined);
    const impatience = sleep(CLOSING_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    stream.end();
    await Promise.race([closed, impatience]);
    ending.abort();
    stream.destroy();
  };
  return { stream, close };
}

function opened(file: string): number {
  try {
    // Who asked what and when is not for every account of the machine.
    return openSync(file, 'a', 0o600);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    throw new Error(`AUDIT_LOG names a file that cannot be written to (${code})`, { cause: failure });
  }
}
