import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for which a result counts as current. */
const FRESH_MS = 1_000;

/** Milliseconds for which a result is used if a new check takes too long, as it does while lookups occupy all connections. */
const USABLE_MS = 15_000;
/** Milliseconds that a probe waits for a new check. */
const TIMEOUT_MS = 40;

/** The problems that make lookups unavailable; empty when there are none. Never rejects. */
export type RecentProblems = () => Promise<readonly string[]>;

/**
 * Keeps frequent probes from occupying the connections of lookups: concurrent probes share one check, and later ones its result.
 * @param check finds the problems; never rejects
 * @param now milliseconds, monotonic
 */
export function recentProblems(check: RecentProblems, now: () => number): RecentProblems {
  let result: { readonly problems: readonly string[]; readonly at: number } | undefined;
  let running: Promise<readonly string[]> | undefined;

  const run = async (): Promise<readonly string[]> => {
    const at = now();
    const problems = await check();
    result = { problems, at };
    running = undefined;
    return problems;
  };
  return async () => {
    const age = result === undefined ? Infinity : now() - result.at;
    if (result !== undefined && age < FRESH_MS) return result.problems;
    running ??= run();
    if (result === undefined || age >= USABLE_MS) return running;
    return Promise.race([running, sleep(TIMEOUT_MS, result.problems, { ref: false })]);
  };
}
