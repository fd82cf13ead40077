/** Measures the delay of the event loop, which grows while something blocks it or the process gets no CPU time. */

export interface EventLoop {
  /** Milliseconds for which the data that is read now may have waited. */
  delay(): number;
  /** The longest {@link delay} of the last second. */
  recentDelay(): number;
  /** Call it for every accepted connection. */
  connectionAccepted(): void;
  /** Starts measuring. Earlier delays, such as loading the program, do not count. */
  start(): void;
  stop(): void;
}

/** Milliseconds between two checks of the clock. Shorter delays go unnoticed. */
const PERIOD_MS = 100;
const RECENT_MS = 1_000;

/** The most connections that can wait to be accepted: Node’s backlog. */
const BACKLOG = 511;

/** @param now milliseconds, monotonic */
export function monitorEventLoop(now: () => number = () => performance.now()): EventLoop {
  let due = Infinity;
  let current = { delay: 0 };
  let accepted = 0;
  let longest = { delay: 0, at: -Infinity };
  let timer: NodeJS.Timeout | undefined;

  const check = (): void => {
    const delay = now() - due;
    due = now() + PERIOD_MS;
    if (delay < PERIOD_MS) return;
    const found = { delay };
    current = found;
    if (delay > longest.delay || now() - longest.at > RECENT_MS) longest = { delay, at: now() };

    // One turn of the loop reads everything that waits on open connections, and accepts one waiting connection.
    accepted = 0;
    const afterTurn = (backlog: number): void => {
      if (current !== found) return;
      if (accepted === 0 || backlog <= 0) {
        current = { delay: 0 };
        return;
      }
      setImmediate(afterTurn, backlog - accepted);
      accepted = 0;
    };
    setImmediate(afterTurn, BACKLOG);
  };

  /** In a blocked turn of the loop, the timer has not checked the clock yet, so the clock counts as well. */
  const delay = (): number => Math.max(current.delay, now() - due);
  return {
    delay,
    recentDelay: () => Math.max(delay(), now() - longest.at > RECENT_MS ? 0 : longest.delay),
    connectionAccepted: () => void (accepted += 1),
    start() {
      due = now() + PERIOD_MS;
      timer = setInterval(check, PERIOD_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
