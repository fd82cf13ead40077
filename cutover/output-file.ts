/** A new file that only its owner may read. Nobody waits for it: what a slow disk cannot take is lost and counted. */

import { createWriteStream, openSync } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Bytes that may wait to be written, and lines of one file. */
const MOST_WAITING = 4 * 1024 * 1024;
const MOST_LINES = 10_000_000;

export interface OutputFile {
  /** @param entry a text, or an object that becomes a line of JSON */
  write(entry: string | object): void;
  /** Counts a line that cannot be written. */
  lose(): void;
  /** Lines so far. */
  readonly counts: { written: number; lost: number };
  /** @returns why not everything could be written */
  close(): Promise<string | undefined>;
}

/** @throws {NodeJS.ErrnoException} when the file is there already or cannot be written to */
export function openOutputFile(file: string): OutputFile {
  const stream = createWriteStream(file, { fd: openSync(file, 'ax', 0o600) });
  const counts = { written: 0, lost: 0 };
  let failure: string | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => (failure ??= error.code ?? error.name));
  const lose = (): void => void (counts.lost += 1);
  return {
    counts,
    lose,
    write(entry) {
      if (failure !== undefined || stream.writableLength > MOST_WAITING || counts.written >= MOST_LINES) return lose();
      counts.written += 1;
      stream.write(typeof entry === 'string' ? entry : `${JSON.stringify(entry)}\n`);
    },
    async close() {
      stream.end();
      await finished(stream).catch(() => undefined);
      const lost = counts.lost > 0 ? `${counts.lost} lines of ${file} were lost` : undefined;
      return failure === undefined ? lost : `${file} cannot be written to (${failure})`;
    },
  };
}
