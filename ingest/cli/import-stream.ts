/** `leasegate import -`: changes from standard input. Nothing but acknowledgements goes to standard output. */

import type { Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { type Acknowledgement, importStream } from '../import/stream/import-stream';
import { RefusalSummary } from './import-report';
import { listenToSignals } from '../../src/cli/signals';

export interface ChangesOptions {
  readonly rejects: string;
  readonly lateLines: number;
  readonly lateSeconds: number;
}

/**
 * Runs until the input ends, standard output is closed, or a signal asks for it.
 * @throws {CommandFailure}
 */
export async function importChanges(
  db: Kysely<Tables>,
  { rejects, lateLines, lateSeconds }: ChangesOptions,
): Promise<void> {
  const ending = new AbortController();
  const { stop, force } = listenToSignals();
  void stop.then((signal) => ending.abort(`of ${signal}`));
  void force.then(() => process.exit(1));
  for (const event of ['error', 'close']) process.stdout.once(event, () => ending.abort('standard output was closed'));
  const refusals = new RefusalSummary();
  try {
    const counts = await importStream({
      db,
      input: process.stdin,
      rejects,
      late: { lines: lateLines, ms: lateSeconds * 1000 },
      acknowledge: (done) => written(done, ending.signal),
      onRefusal: refusals.add,
      stop: ending.signal,
      now: () => performance.now(),
    });
    refusals.printOthers();
    const made = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    console.error(`Ended, because ${String(ending.signal.reason ?? 'the input ended')}: ${made.join(', ')}.`);
    if (counts.refused > 0) {
      console.error(`The refused changes are in ${rejects}, with their content.`);
      process.exitCode = 1;
    }
  } finally {
    process.stdin.destroy();
  }
}

/** Resolves when the line is in the pipe, so that a slow reader slows the stream down. */
function written(done: Acknowledgement, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      ending.removeEventListener('abort', end);
      resolve();
    };
    ending.addEventListener('abort', end);
    process.stdout.write(`${JSON.stringify(done)}\n`, end);
    if (ending.aborted) end();
  });
}
