import { closeSync, lstatSync, openSync, rmSync, writeSync } from 'node:fs';

import { LoadingError } from './refusal';

/** A record that was not taken, or could not be removed. Nothing of it is said here: `reason` names fields, never values. */
export interface RefusedRecord {
  readonly file: string;
  /** Null for a record that is stored and that the file does not hold. */
  readonly line: number | null;
  readonly reason: string;
}

/** Tells of each refused record, and keeps it with its content in the rejects file, which is made when there is one to keep. */
export class RefusalLog {
  #file: number | undefined;

  private constructor(
    private readonly path: string,
    private readonly onRefusal: (refused: RefusedRecord) => void,
  ) {}

  /**
   * Removes the file of an earlier run, whose permissions may be wider.
   * @throws {LoadingError} when it cannot
   */
  static begin(path: string, onRefusal: (refused: RefusedRecord) => void = () => {}): RefusalLog {
    try {
      // What is no plain file, such as /dev/null, stays and is written to.
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
    } catch {
      throw new LoadingError(`The rejects file ${path} of an earlier run cannot be removed.`);
    }
    return new RefusalLog(path, onRefusal);
  }

  /** @param original JSON text of the record, undefined where it is no text at all */
  add(refused: RefusedRecord, original: string | undefined): void {
    this.#file ??= this.#open();
    const record = original === undefined ? '' : `,"record":${original}`;
    writeSync(this.#file, `${JSON.stringify(refused).slice(0, -1)}${record}}\n`);
    this.onRefusal(refused);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  /** For the operator alone: the records hold personal data. */
  #open(): number {
    try {
      return openSync(this.path, 'w', 0o600);
    } catch {
      throw new LoadingError(`The rejects file ${this.path} cannot be written.`);
    }
  }
}
