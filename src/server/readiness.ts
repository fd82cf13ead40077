import { setTimeout as sleep } from 'node:timers/promises';

/** How old a verdict may be, in milliseconds. */
const FRESH_FOR = 1_000;

/** How old it may be while the next one takes longer than this, as it does where lookups have all connections. */
const STILL_GOOD_FOR = 15_000;
const PATIENCE_MS = 40;

/** What keeps lookups from being answered; empty when nothing does. Never rejects. */
export type RecentProblems = () => Promise<readonly string[]>;

/**
 * Keeps frequent probes off the connections of the lookups: they share a look at the schema while it runs, and its verdict.
 * @param ask for all of them; never rejects
 * @param now milliseconds, monotonic
 */
export function recentProblems(ask: RecentProblems, now: () => number): RecentProblems {
  let verdict: { readonly problems: readonly string[]; readonly at: number } | undefined;
  let looking: Promise<readonly string[]> | undefined;

  const look = async (): Promise<readonly string[]> => {
    const at = now();
    const problems = await ask();
    verdict = { problems, at };
    looking = undefined;
    return problems;
  };
  return async () => {
    const age = verdict === undefined ? Infinity : now() - verdict.at;
    if (verdict !== undefined && age < FRESH_FOR) return verdict.problems;
    looking ??= look();
    if (verdict === undefined || age >= STILL_GOOD_FOR) return looking;
    return Promise.race([looking, sleep(PATIENCE_MS, verdict.problems, { ref: false })]);
  };
}
