/** A new file that only its owner may read. Nobody waits for it: what a slow disk cannot take is lost and counted. */

import { createWriteStream, openSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';

import { CommandFailure } from '../src/cli/terminal';

/** Bytes that may wait to be written. */
const MOST_WAITING = 4 * 1024 * 1024;

export type OutputFile = NonNullable<ReturnType<typeof outputFile>>;

/** Opened before a run, so that no result is lost for a wrong path. @throws {CommandFailure} */
export function outputFile(file: string | undefined) {
  if (file === undefined) return undefined;
  const stream = createWriteStream(file, { fd: descriptorOf(file) });
  const counts = { written: 0, lost: 0 };
  let failure: string | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => (failure ??= error.code ?? error.name));
  const lose = (): void => void (counts.lost += 1);
  return {
    counts,
    lose,
    /** @param entry a text, or an object that becomes a line of JSON */
    write(entry: string | object): void {
      if (failure !== undefined || stream.writableEnded || stream.writableLength > MOST_WAITING) return lose();
      counts.written += 1;
      stream.write(typeof entry === 'string' ? entry : `${JSON.stringify(entry)}\n`);
    },
    /** Leaves no file behind: the run did not begin. */
    remove(): void {
      stream.destroy();
      rmSync(file);
    },
    /** @returns why not everything could be written */
    async close(): Promise<string | undefined> {
      stream.end();
      await finished(stream).catch(() => undefined);
      if (failure !== undefined) return `${file} cannot be written to (${failure}).`;
      return counts.lost > 0 ? `${counts.lost} lines of ${file} were lost.` : undefined;
    },
  };
}

/** Opens all of these, or leaves none behind. @throws {CommandFailure} */
export function outputFiles(...files: readonly (string | undefined)[]): (OutputFile | undefined)[] {
  const opened: (OutputFile | undefined)[] = [];
  try {
    for (const file of files) opened.push(outputFile(file));
    return opened;
  } catch (failure) {
    for (const file of opened) file?.remove();
    throw failure;
  }
}

function descriptorOf(file: string): number {
  try {
    return openSync(file, 'ax', 0o600);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written to (${code}).`;
    throw new CommandFailure(message, { cause });
  }
}

/** @throws {CommandFailure} that says which files are not complete */
export async function closed(...files: readonly (OutputFile | undefined)[]): Promise<void> {
  const problems = await Promise.all(files.map(async (file) => file?.close()));
  const message = problems.filter((problem) => problem !== undefined).join('\n');
  if (message !== '') throw new CommandFailure(message);
}
