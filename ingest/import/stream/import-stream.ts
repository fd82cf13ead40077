import type { Kysely } from 'kysely';

import type { Tables } from '../../../src/db/tables';
import { withoutMark } from '../file-chunks';
import { ndjsonRecords } from '../ndjson-records';
import { readAhead } from '../read-batches';
import { Refusal, RejectsFile, type RefusedRecord } from '../refusals';
import { originalOf, type SourceRecord } from '../source-record';
import { execute, withImportLock } from '../statements';
import { type Change, nameOf, positionOf, readChange } from './changes';
import { type LineBatch, lineBatches } from './line-batches';
import { type LateLimits, positionBefore, takeLate, type WaitingChange, type WaitingChanges } from './waiting-changes';
import { type ChangeCounts, noCounts } from './write-changes';
import { commitInOrder } from './write-in-order';

/** What one batch did. */
export interface Acknowledgement extends ChangeCounts {
  /** Every line up to the one with this position is stored or refused for good. Null if that holds for none yet. */
  readonly position: string | null;
  readonly lines: number;
  /** Changes that wait for others. */
  readonly waiting: number;
}

export interface StreamOptions {
  readonly db: Kysely<Tables>;
  readonly input: AsyncIterable<Buffer>;
  /** Path of the file that refused lines are added to. */
  readonly rejects: string;
  readonly late: LateLimits;
  /** Called after the commit of each batch. The next batch is written when it resolves. */
  readonly acknowledge: (done: Acknowledgement) => Promise<void>;
  readonly onRefusal?: (refused: RefusedRecord) => void;
  /** Ends the stream after the current batch. */
  readonly stop: AbortSignal;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  readonly batchMs?: number;
}

/** The most lines in a transaction. */
const BATCH_SIZE = 500;
const BATCH_MS = 1_000;
/** A stream that was killed keeps the lock until the server notices. */
const LOCK_WAIT_SECONDS = 30;
/** The longest time, in seconds, that both servers keep an idle connection on every system. */
const LONGEST_IDLE = 2_147_483;

/**
 * Makes the changes that the lines of `input` describe, until it ends.
 * @returns what was done with the records of all batches
 * @throws {LoadingError} when another import is running, or the database rejects a statement
 */
export async function importStream(options: StreamOptions): Promise<ChangeCounts> {
  return options.db.connection().execute((connection) =>
    withImportLock(
      connection,
      async () => {
        await execute(connection, `set session wait_timeout = ${LONGEST_IDLE}`);
        const rejects = new RejectsFile(options.rejects, 'a', options.onRefusal);
        try {
          return await new Stream(connection, rejects, options).run();
        } finally {
          rejects.close();
        }
      },
      LOCK_WAIT_SECONDS,
    ),
  );
}

interface RefusedLine {
  readonly source: SourceRecord;
  readonly reason: string;
}

class Stream {
  #waiting: WaitingChanges = new Map();
  readonly #totals = noCounts();
  /** The last one that was read. */
  #position: string | null = null;
  #line = 0;
  #waitedMs = 0;

  constructor(
    private readonly connection: Kysely<Tables>,
    private readonly rejects: RejectsFile,
    private readonly options: StreamOptions,
  ) {}

  async run(): Promise<ChangeCounts> {
    const { input, stop, now, batchMs = BATCH_MS, acknowledge } = this.options;
    const lines = ndjsonRecords(withoutMark({ name: 'standard input', format: 'ndjson' }, input));
    const batches = lineBatches(lines, { batchMs, batchSize: BATCH_SIZE, now, stop });
    let acknowledged: string | null = null;
    for await (const batch of readAhead(batches)) {
      const counts = await this.#write(batch);
      const position = this.#waiting.size === 0 ? this.#position : positionBefore(this.#waiting);
      if (batch.lines.length > 0 || counts.refused > 0 || position !== acknowledged) {
        await acknowledge({ position, lines: batch.lines.length, ...counts, waiting: this.#waiting.size });
      }
      acknowledged = position;
      if (stop.aborted) break;
    }
    return this.#totals;
  }

  async #write({ lines, waitedMs, last }: LineBatch): Promise<ChangeCounts> {
    this.#waitedMs += waitedMs;
    const { changes, refused } = this.#read(lines);
    const { counts, waiting } = await commitInOrder(this.connection, changes, this.#waiting);
    this.#waiting = waiting;
    const late = takeLate(waiting, { line: this.#line, waitedMs: this.#waitedMs }, this.options.late);
    refused.push(...late.map(refusedLine));
    // They are reported, but not acknowledged: a producer that was killed sends them again, and what they wait for.
    if (last) refused.push(...[...waiting.values()].map(refusedLine));
    for (const { source, reason } of refused) {
      this.rejects.add({ file: 'standard input', line: source.line, reason }, originalOf(source));
    }
    counts.refused += refused.length;
    for (const what of Object.keys(counts) as (keyof ChangeCounts)[]) this.#totals[what] += counts[what];
    return counts;
  }

  #read(lines: readonly SourceRecord[]): { readonly changes: Change[]; readonly refused: RefusedLine[] } {
    const changes: Change[] = [];
    const refused: RefusedLine[] = [];
    for (const source of lines) {
      try {
        changes.push(readChange(source, { line: source.line, after: this.#position, waitedMs: this.#waitedMs }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ source, reason: error.message });
      }
      this.#position = positionOf(source) ?? this.#position;
      this.#line = source.line;
    }
    return { changes, refused };
  }
}

const refusedLine = ({ change, reason }: WaitingChange): RefusedLine => ({
  source: change.source,
  reason: `${nameOf(change.kind)}: ${reason}`,
});
