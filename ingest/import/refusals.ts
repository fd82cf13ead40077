/** Refused records and failed imports. No message contains a value of a record or the database's own text. */

import { chmodSync, closeSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs';

import { nearestName } from '../../src/config/nearest-name';

/** Why one record is refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What a reason says of a record that another refers to. A stream tries the change again when that record comes. */
export const MISSING = 'does not exist';

const SHOWN_FAULTS = 20;

/** Everything that is wrong with one record. */
export function refusalOf(faults: readonly string[]): Refusal {
  const more = faults.length - SHOWN_FAULTS;
  return new Refusal(faults.slice(0, SHOWN_FAULTS).join('; ') + (more > 0 ? `; and ${more} more` : ''));
}

/** Why an import or seed stops. */
export class LoadingError extends Error {
  override readonly name = 'LoadingError';
}

/** @throws {LoadingError} that names all problems, if there are any */
export function assertNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new LoadingError(problems.join('\n'));
}

/** Runs `work` for each item. @throws {LoadingError} with the problems of all of them */
export async function forAll<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (!(error instanceof LoadingError)) throw error;
      problems.push(error.message);
    });
  }
  assertNone(problems);
}

/** The names of columns and keys that messages show. Any other could be a value, or control a terminal. */
const SHOWN = /^(?!(?:\D*\d){5})[\p{L}\p{M}\p{N} _.()/-]{1,60}$/u;

export const shownName = (word: string): string => (SHOWN.test(word) ? word : '(not shown)');

/** A name from a file, such as a key, as messages show it. */
export const quoted = (word: string): string => `\`${shownName(word)}\``;

/** An unknown name as messages show it, with the accepted name that was probably meant. */
export function withNearest(name: string, accepted: readonly string[]): string {
  const isShown = shownName(name) === name && !accepted.includes(name);
  const meant = isShown ? nearestName(name, accepted) : undefined;
  return quoted(name) + (meant === undefined ? '' : ` (did you mean ${quoted(meant)}?)`);
}

/** A record that was refused or could not be removed. `reason` names fields, never values. */
export interface RefusedRecord {
  readonly file: string;
  /** Null for a stored record that is not in the file. */
  readonly line: number | null;
  readonly reason: string;
}

/** The mode of a file with personal data. */
const OWNER_ONLY = 0o600;

/** Reports each refused record and writes it, with its content, to the rejects file. The first refused record creates the file. */
export class RejectsFile {
  #file: number | undefined;

  /**
   * @param mode `w` removes the file of an earlier run, which may have wider permissions. `a` adds to it: a stream that goes on
   * where it ended does not read its refused records again
   * @throws {LoadingError} when the earlier file cannot be removed or changed
   */
  constructor(
    private readonly path: string,
    private readonly mode: 'w' | 'a',
    private readonly onRefusal: (refused: RefusedRecord) => void = () => {},
  ) {
    try {
      // Anything but a regular file, such as /dev/null, is kept and written to.
      if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return;
      if (mode === 'w') rmSync(path);
      else chmodSync(path, OWNER_ONLY);
    } catch {
      throw new LoadingError(`The rejects file ${path} of an earlier run cannot be replaced or changed.`);
    }
  }

  /** @param original the record as JSON text; undefined when its bytes are not text */
  add(refused: RefusedRecord, original: string | undefined): void {
    const record = original === undefined ? '' : `,"record":${original}`;
    try {
      this.#file ??= openSync(this.path, this.mode, OWNER_ONLY);
      writeFileSync(this.#file, `${JSON.stringify(refused).slice(0, -1)}${record}}\n`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === 'ENOSPC' ? 'its disk is full. Make room and run the import again' : code;
      throw new LoadingError(`The rejects file ${this.path} cannot be written: ${reason}.`);
    }
    this.onRefusal(refused);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
