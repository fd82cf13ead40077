/** The log, and the stream of lines that it shares with the audit trail: nothing waits for a line, and lost lines are counted. */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { type DestinationStream, type Logger, pino } from 'pino';

/** Bytes that may wait to be written. Further lines are lost. */
const MAX_WAITING = 4 * 1024 * 1024;

/** Bytes per write: a pipe takes as many atomically, so the lines of several processes do not mix. */
const MAX_WRITE = 4096;

/** Milliseconds for the last lines when the program ends. */
const CLOSE_TIMEOUT_MS = 2_000;

/** The log of a program, on standard output. */
export interface Log {
  readonly log: Logger;
  /** Sets the listener for lost lines. It receives at once how many were lost so far, and later how many more. */
  onLinesLost(listener: (lines: number) => void): void;
  /** Writes the waiting lines. */
  close(): Promise<void>;
}

export function openLog(level: string): Log {
  let lost = 0;
  let report = (lines: number): void => void (lost += lines);
  // Reading `process.stdout` makes Node set a pipe to non-blocking mode.
  const { stream, close } = lossyStream({ fd: process.stdout.fd, onLost: (lines) => report(lines) });
  const onLinesLost = (listener: (lines: number) => void): void => {
    report = listener;
    listener(lost);
  };
  const write = (line: string): void => stream.write(readableLine(line));
  return { log: pino({ level }, process.stdout.isTTY ? { write } : stream), onLinesLost, close };
}

/** A line of the log for people: the time in UTC, the level, the message and the fields. */
function readableLine(line: string): string {
  const { time, level, msg, pid: _pid, hostname: _host, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const clock = new Date(Number(time)).toISOString().slice(11, 19);
  const label = (pino.levels.labels[Number(level)] ?? '').toUpperCase().padEnd(5);
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${plain(value)}`);
  return `${clock} ${label} ${String(msg)}${rest.join('')}\n`;
}

/** Without quotation marks, if nothing in it could be mistaken. */
const plain = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value);

export interface LossyStream {
  readonly stream: DestinationStream;
  /** Writes the waiting lines. */
  close(): Promise<void>;
}

interface LossyStreamOptions {
  /** A file descriptor. */
  readonly fd: number;
  /** Receives a code such as `ENOSPC`, or `full` when lines are lost because too many wait. */
  readonly onFailure?: (code: string) => void;
  /** Receives how many more lines are lost. */
  readonly onLost?: (lines: number) => void;
}

export function lossyStream({ fd, onFailure, onLost }: LossyStreamOptions): LossyStream {
  let hasGivenUp = false;
  const sink = pino.destination({
    dest: fd,
    sync: false,
    maxLength: MAX_WAITING,
    maxWrite: MAX_WRITE,
    // Otherwise a reader that has stopped would keep the program from ending.
    retryEAGAIN: () => !hasGivenUp,
  });
  // At an exit without `close` it would retry for ever on a full disk.
  sink.flushSync = () => undefined;

  let waiting = 0;
  let isClosed = false;
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
    // A pipe without a reader stays broken; a disk may get free space again.
    if (failure.code !== 'EPIPE' || isClosed) return;
    isClosed = true;
    lose(waiting);
  });

  const write = (line: string): void => {
    waiting += 1;
    if (isClosed) lose(1);
    else sink.write(line);
  };

  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    const done = new AbortController();
    // A failure closes it, too.
    const closed = once(sink, 'close').catch(() => undefined);
    const timeout = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: done.signal }).catch(() => undefined);
    sink.end();
    await Promise.race([closed, timeout]);
    done.abort();
    hasGivenUp = true;
    sink.destroy();
  };
  return { stream: { write }, close };
}
