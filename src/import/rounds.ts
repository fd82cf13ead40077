/** Repeats an import: at fixed intervals while it succeeds, with growing pauses while it fails. */

export interface Round {
  /** From 1. */
  readonly number: number;
  /** Whether only recent changes are read. */
  readonly recent: boolean;
}

export interface RoundsOptions {
  readonly everyMs: number;
  /** The longest time from one complete comparison to the next; undefined if every round is one. */
  readonly fullEveryMs?: number;
  /** Ends after the round that runs. */
  readonly signal: AbortSignal;
  /** Milliseconds, monotonic. */
  readonly monotonicNow: () => number;
  /** Resolves early when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** @returns whether it succeeded; it reports its failure itself */
  readonly run: (round: Round) => Promise<boolean>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** Milliseconds to wait after this many failures in a row, never more than the interval. */
export const pauseAfter = (failures: number, everyMs: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS, everyMs);

export async function repeatRounds(options: RoundsOptions): Promise<void> {
  const { everyMs, fullEveryMs, signal, monotonicNow, pause, run } = options;
  let fullAt: number | undefined;
  let failures = 0;
  for (let number = 1; !signal.aborted; number += 1) {
    const began = monotonicNow();
    const recent = fullEveryMs !== undefined && fullAt !== undefined && began - fullAt < fullEveryMs;
    const succeeded = await run({ number, recent });
    if (succeeded && !recent) fullAt = began;
    failures = succeeded ? 0 : failures + 1;
    const left = succeeded ? began + everyMs - monotonicNow() : pauseAfter(failures, everyMs);
    if (!signal.aborted && left > 0) await pause(left, signal);
  }
}
