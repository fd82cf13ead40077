import { closeSync, openSync, writeSync } from 'node:fs';

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

  constructor(
    private readonly path: string,
    private readonly onRefusal: (refused: RefusedRecord) => void,
  ) {}

  add(refused: RefusedRecord, original: unknown): void {
    this.#file ??= this.#open();
    writeSync(this.#file, `${JSON.stringify({ ...refused, record: original })}\n`);
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
