/** Where the lines of the trail are written. No answer waits for them, even if they are lost. */

import { openSync } from 'node:fs';

import { type LossyStream, lossyStream } from '../log';

/** Milliseconds after a reported failure in which no other one is reported. */
const QUIET_MS = 10_000;

export type Destination = LossyStream;

export interface DestinationOptions {
  /** A path; null for standard output. */
  readonly file: string | null;
  readonly monotonicNow: () => number;
  /** Receives a code such as `ENOSPC`, or `full` when lines are lost because too many wait. */
  readonly onFailure: (code: string) => void;
  /** Receives how many more lines are lost. */
  readonly onLost?: (lines: number) => void;
}

/** @throws {Error} when the file cannot be opened for appending */
export function openDestination({ file, monotonicNow, onFailure, onLost }: DestinationOptions): Destination {
  let reportedAt = -Infinity;
  const report = (code: string): void => {
    if (monotonicNow() - reportedAt < QUIET_MS) return;
    reportedAt = monotonicNow();
    onFailure(code);
  };
  return lossyStream({ fd: file === null ? process.stdout.fd : openFile(file), onFailure: report, onLost });
}

function openFile(file: string): number {
  try {
    // The trail is not for every account of the machine.
    return openSync(file, 'a', 0o600);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    throw new Error(`AUDIT_LOG names a file that cannot be written to (${code})`, { cause: failure });
  }
}
