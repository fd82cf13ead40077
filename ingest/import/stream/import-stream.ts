import type { Kysely } from 'kysely';

import type { Tables } from '../../../src/db/tables';
import { withoutMark } from '../file-chunks';
import { ndjsonRecords } from '../ndjson-records';
import { readAhead } from '../read-batches';
import { Refusal, RejectsFile, type RefusedRecord } from '../refusals';
import { originalOf, type SourceRecord } from '../source-record';
import { execute, withImportLock } from '../statements';
import { type Change, nameOf, positionOf, readChange } from './changes';
import { lineBatches } from './line-batches';
import { type ChangeCounts, noCounts } from './write-changes';
import { commitInOrder, type LateLimits, positionBefore, takeLate, type WaitingChanges } from './write-in-order';

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
          return await run(connection, rejects, options);
        } finally {
          rejects.close();
        }
      },
      LOCK_WAIT_SECONDS,
    ),
  );
}

async function run(connection: Kysely<Tables>, rejects: RejectsFile, options: StreamOptions): Promise<ChangeCounts> {
  const { input, stop, now, late: limits, batchMs = BATCH_MS, acknowledge } = options;
  const lines = ndjsonRecords(withoutMark({ name: 'standard input', format: 'ndjson' }, input));
  const batches = lineBatches(lines, { batchMs, batchSize: BATCH_SIZE, now, stop });
  const totals = noCounts();
  let waiting: WaitingChanges = new Map();
  let [line, waitedMs] = [0, 0];
  /** The last one that was read. */
  let read: string | null = null;
  let acknowledged: string | null = null;
  for await (const batch of readAhead(batches)) {
    waitedMs += batch.waitedMs;
    const changes: Change[] = [];
    const refused: (readonly [SourceRecord, reason: string])[] = [];
    for (const source of batch.lines) {
      line = source.line;
      try {
        const change = readChange(source, { line, after: read, waitedMs });
        if (change !== undefined) changes.push(change);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.push([source, error.message]);
      }
      read = positionOf(source) ?? read;
    }
    const skipped = batch.lines.length - changes.length - refused.length;
    const committed = await commitInOrder(connection, changes, waiting);
    waiting = committed.waiting;
    const late = takeLate(waiting, { line, waitedMs }, limits);
    // They are reported, but not acknowledged: a producer that was killed sends them again, and what they wait for.
    if (batch.last) late.push(...waiting.values());
    for (const { change, reason } of late) refused.push([change.source, `${nameOf(change.kind)}: ${reason}`]);
    for (const [source, reason] of refused)
      rejects.add({ file: 'standard input', line: source.line, reason }, originalOf(source));
    const counts = { ...committed.counts, refused: refused.length, skipped };
    for (const [what, count] of Object.entries(counts)) totals[what as keyof ChangeCounts] += count;
    const position = waiting.size === 0 ? read : positionBefore(waiting);
    if (batch.lines.length > 0 || counts.refused > 0 || position !== acknowledged)
      await acknowledge({ position, lines: batch.lines.length, ...counts, waiting: waiting.size });
    acknowledged = position;
    if (stop.aborted) break;
  }
  return totals;
}
