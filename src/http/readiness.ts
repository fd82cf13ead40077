/** How old a verdict may be, in milliseconds. */
const FRESH_FOR = 1_000;

/** What keeps lookups from being answered; empty when nothing does. Never rejects. */
export type RecentProblems = () => Promise<readonly string[]>;

/**
 * Keeps frequent probes off the connections of the lookups: they share a look at the schema while it runs, and its verdict.
 * @param ask for all of them; never rejects
 * @param now milliseconds, monotonic
 */
export function recentProblems(ask: RecentProblems, now: () => number): RecentProblems {
  let verdict: { readonly problems: Promise<readonly string[]>; until: number } | undefined;
  return () => {
    if (verdict !== undefined && now() < verdict.until) return verdict.problems;
    const until = now() + FRESH_FOR;
    const problems = ask();
    const asked = { problems, until: Infinity };
    verdict = asked;
    void problems.then(() => (asked.until = until));
    return problems;
  };
}
