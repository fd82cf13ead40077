/** Where the lines of the trail go. Whatever becomes of them, no answer waits for them. */

import { openSync } from 'node:fs';

import { type LossyStream, lossyStream } from '../lossy-stream';

/** Milliseconds within which a failure is told once, however many lines it takes. */
const QUIET_MS = 10_000;

export type Destination = LossyStream;

export interface DestinationOptions {
  /** A path; null for standard output. */
  readonly file: string | null;
  readonly monotonicNow: () => number;
  /** Told of a code such as `ENOSPC`, or of `full` when lines are lost because too many wait. */
  readonly onFailure: (code: string) => void;
  /** Told how many more lines are lost. */
  readonly onLost?: (lines: number) => void;
}

/** @throws {Error} when the file cannot be opened for appending */
export function openDestination({ file, monotonicNow, onFailure, onLost }: DestinationOptions): Destination {
  let toldAt = -Infinity;
  const tell = (code: string): void => {
    if (monotonicNow() - toldAt < QUIET_MS) return;
    toldAt = monotonicNow();
    onFailure(code);
  };
  return lossyStream({ fd: file === null ? process.stdout.fd : opened(file), onFailure: tell, onLost });
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
