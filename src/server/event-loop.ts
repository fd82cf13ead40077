/** Measures the delay of the event loop, which grows while something blocks it or the process gets no CPU time. */

export interface EventLoop {
  /** Milliseconds for which the data that is read now may have waited. */
  delay(): number;
  /** The longest {@link delay} of the last second. */
  recentDelay(): number;
  /** Starts measuring. Earlier delays, such as loading the program, do not count. */
  start(): void;
  stop(): void;
}

/** Milliseconds between two checks of the clock. Shorter delays go unnoticed. */
const PERIOD_MS = 100;
const RECENT_MS = 1_000;

/** @param now milliseconds, monotonic */
export function monitorEventLoop(now: () => number = () => performance.now()): EventLoop {
  let due = Infinity;
  let last = 0;
  let longest = { delay: 0, at: -Infinity };
  let timer: NodeJS.Timeout | undefined;

  const check = (): void => {
    const delay = now() - due;
    due = now() + PERIOD_MS;
    // What waited meanwhile is read before the next check.
    last = delay < PERIOD_MS ? 0 : delay;
    if (last > longest.delay || now() - longest.at > RECENT_MS) longest = { delay: last, at: now() };
  };

  /** In a blocked turn of the loop, the timer has not checked the clock yet, so the clock counts as well. */
  const delay = (): number => Math.max(last, now() - due);
  return {
    delay,
    recentDelay: () => Math.max(delay(), now() - longest.at > RECENT_MS ? 0 : longest.delay),
    start() {
      due = now() + PERIOD_MS;
      timer = setInterval(check, PERIOD_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
