/** Counts the requests of each caller in windows of one length. */

export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** Where a caller stands after a request. */
export interface Standing {
  /** Whether the request is within the limit. */
  readonly passes: boolean;
  /** Requests that the caller has left in its window. */
  readonly remaining: number;
  /** Whole seconds, 1 or more, after which the window is over. */
  readonly seconds: number;
}

interface Window {
  /** Milliseconds, monotonic. */
  readonly end: number;
  used: number;
}

/** Callers of whom a count is kept, at most. */
const MOST_CALLERS = 100_000;

/**
 * Returns how to count a request of a caller. A window begins with the first request of a caller that has none open; a
 * refused request uses nothing up.
 *
 * Windows are kept in two generations, and the older one is dropped whole: after the length of a window all in it are over.
 * It is dropped before when the younger one holds half of `mostCallers`; those who lose an open window so begin a new one.
 * @param monotonicNow milliseconds that never go back
 */
export function requestWindows(
  { requests, windowSeconds }: RateLimit,
  monotonicNow: () => number,
  mostCallers = MOST_CALLERS,
): (caller: string | null) => Standing {
  const length = windowSeconds * 1000;
  let older = new Map<string | null, Window>();
  let younger = new Map<string | null, Window>();
  let youngerSince = monotonicNow();

  const begin = (caller: string | null, now: number): Window => {
    if (now - youngerSince >= length || younger.size >= mostCallers / 2) {
      older = younger;
      younger = new Map();
      youngerSince = now;
    }
    const window = { end: now + length, used: 0 };
    younger.set(caller, window);
    return window;
  };

  return (caller) => {
    // Whole numbers: with fractions a window of 60 s may have 60.000000001 s left.
    const now = Math.floor(monotonicNow());
    const known = younger.get(caller) ?? older.get(caller);
    const window = known === undefined || known.end <= now ? begin(caller, now) : known;
    const passes = window.used < requests;
    if (passes) window.used += 1;
    return { passes, remaining: requests - window.used, seconds: Math.ceil((window.end - now) / 1000) };
  };
}
