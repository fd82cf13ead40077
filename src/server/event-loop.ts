/** How long the process lets things lie: while something blocks its event loop, or nothing runs it. */

export interface EventLoop {
  /** Milliseconds for which what is read now may have lain unread. */
  delay(): number;
  /** The longest {@link delay} of the last second. */
  recentDelay(): number;
  /** To be told of every connection that is taken. */
  tookConnection(): void;
  /** What happens before, as the loading of the program, does not count. */
  start(): void;
  stop(): void;
}

/** Milliseconds between two looks at the clock; shorter delays go unnoticed. */
const PERIOD_MS = 100;
const RECENT_MS = 1_000;

/** Connections that may wait to be taken: Node’s backlog. */
const BACKLOG = 511;

/** @param now milliseconds, monotonic */
export function watchEventLoop(now: () => number = () => performance.now()): EventLoop {
  let due = Infinity;
  let late = { delay: 0 };
  let taken = 0;
  let longest = { delay: 0, at: -Infinity };
  let timer: NodeJS.Timeout | undefined;

  const look = (): void => {
    const delay = now() - due;
    due = now() + PERIOD_MS;
    if (delay < PERIOD_MS) return;
    const found = { delay };
    late = found;
    if (delay > longest.delay || now() - longest.at > RECENT_MS) longest = { delay, at: now() };

    // One turn of the loop reads all that waited on open connections, and takes one of those that waited to be taken.
    taken = 0;
    const afterTurn = (backlog: number): void => {
      if (late !== found) return;
      if (taken === 0 || backlog <= 0) {
        late = { delay: 0 };
        return;
      }
      setImmediate(afterTurn, backlog - taken);
      taken = 0;
    };
    setImmediate(afterTurn, BACKLOG);
  };

  /** Within the turn that something blocks, the clock has not been looked at again yet. */
  const delay = (): number => Math.max(late.delay, now() - due);
  return {
    delay,
    recentDelay: () => Math.max(delay(), now() - longest.at > RECENT_MS ? 0 : longest.delay),
    tookConnection: () => void (taken += 1),
    start() {
      due = now() + PERIOD_MS;
      timer = setInterval(look, PERIOD_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
