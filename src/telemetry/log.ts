import { type Logger, pino } from 'pino';

import { lossyStream } from './lossy-stream';

/** The log of a program, on standard output. Whatever becomes of that, nobody waits for a line. */
export interface Log {
  readonly log: Logger;
  /** Has someone told how many more lines are lost. */
  tellLost(listener: (lines: number) => void): void;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

export function openLog(level: string): Log {
  let lost = 0;
  let tell = (lines: number): void => void (lost += lines);
  // Node makes a pipe that it is asked for as `process.stdout` one that never holds a thread.
  const { stream, close } = lossyStream({ fd: process.stdout.fd, onLost: (lines) => tell(lines) });
  const tellLost = (listener: (lines: number) => void): void => {
    tell = listener;
    listener(lost);
  };
  return { log: pino({ level }, stream), tellLost, close };
}
