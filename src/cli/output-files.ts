/** Files that options name for the results of a run. They are opened before it, so that no result is lost for a wrong path. */

import {
  closeSync,
  createWriteStream,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { finished } from 'node:stream/promises';

import { CommandFailure } from './terminal';

export interface Output<Run> {
  /** Undefined when the option is not given. */
  readonly file: string | undefined;
  readonly text: (run: Run) => string;
  /** Whether only its owner may read it. */
  readonly isPrivate?: true;
}

/**
 * An earlier file keeps its content until the results are there.
 * @returns writes the files, and returns a message about each that could not be written
 * @throws {CommandFailure} when one cannot be opened
 */
export function openOutputs<Run>(outputs: readonly Output<Run>[]): (run: Run) => string[] {
  const opened = outputs.flatMap(({ file, text, isPrivate = false }) =>
    file === undefined ? [] : [{ file, text, descriptor: open(file, isPrivate) }],
  );
  return (run) =>
    opened.flatMap(({ file, text, descriptor }) => {
      const content = text(run);
      try {
        empty(descriptor);
        writeFileSync(descriptor, content);
        closeSync(descriptor);
        return [];
      } catch (cause) {
        return [problemOf(file, cause)];
      }
    });
}

export interface LineOutput {
  readonly write: (line: string) => void;
  /** @returns a message if not all lines could be written */
  readonly close: () => Promise<string[]>;
}

/** A file that is written during a run. @throws {CommandFailure} when it cannot be opened */
export function openLineOutput(file: string): LineOutput {
  const descriptor = open(file, false);
  empty(descriptor);
  const stream = createWriteStream(file, { fd: descriptor });
  // A full disk must not end the run; `close` reports it.
  stream.on('error', () => undefined);
  return {
    write: (line) => void stream.write(line),
    async close() {
      stream.end();
      try {
        await finished(stream);
        return [];
      } catch (cause) {
        return [problemOf(file, cause)];
      }
    },
  };
}

function open(file: string, isPrivate: boolean): number {
  try {
    // A file of an earlier run may have wider permissions. Anything but a regular file, such as /dev/null, is kept.
    if (isPrivate && lstatSync(file, { throwIfNoEntry: false })?.isFile()) rmSync(file);
    return openSync(file, 'a', isPrivate ? 0o600 : 0o666);
  } catch (cause) {
    throw new CommandFailure(problemOf(file, cause), { cause });
  }
}

/** A pipe or a terminal has no content. */
function empty(descriptor: number): void {
  if (fstatSync(descriptor).isFile()) ftruncateSync(descriptor);
}

const problemOf = (file: string, cause: unknown): string =>
  `${file} cannot be written to (${(cause as NodeJS.ErrnoException).code}).`;
