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
  const ending = endings();
  const refusals = new RefusalSummary();
  try {
    const counts = await importStream({
      db,
      input: process.stdin,
      rejects,
      late: { lines: lateLines, ms: lateSeconds * 1000 },
      acknowledge: (done) => written(done, ending.signal),
      onRefusal(refusal) {
        if (refusals.add(refusal)) console.error(`${refusal.file}:${refusal.line}: ${refusal.reason}`);
      },
      stop: ending.signal,
      now: () => performance.now(),
    });
    for (const line of refusals.lines()) console.error(line);
    const made = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    console.error(`Ended, because ${ending.reason()}: ${made.join(', ')}.`);
    if (counts.refused > 0) {
      console.error(`The refused changes are in ${rejects}, with their content.`);
      process.exitCode = 1;
    }
  } finally {
    process.stdin.destroy();
  }
}

function endings() {
  const { stop, force } = listenToSignals();
  const ending = new AbortController();
  const reasons = ['the input ended'];
  const end = (reason: string): void => {
    reasons.unshift(reason);
    ending.abort();
  };
  void stop.then((signal) => end(`of ${signal}`));
  void force.then(() => process.exit(1));
  for (const event of ['error', 'close']) process.stdout.once(event, () => end('standard output was closed'));
  return { signal: ending.signal, reason: (): string => reasons[0]! };
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
