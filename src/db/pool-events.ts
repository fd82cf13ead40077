/** What a pool of connections tells of itself while it works; all counts. */
export interface PoolEvents {
  /** A connection is ready. */
  connected(): void;
  closed(): void;
  /** An attempt to connect failed. */
  refused(): void;
  /** Callers that wait for a connection. */
  waiting(change: 1 | -1): void;
  /** Connections that a caller holds. */
  busy(change: 1 | -1): void;
  /** A connection was thrown away before its time. */
  discarded(reason: 'age' | 'failed' | 'timeout'): void;
  /** A read that was lost with its connection was asked again. */
  retried(): void;
  /** A statement that outlasted its time was ended on the server. */
  killed(): void;
}

const nothing = (): void => undefined;

export const NO_POOL_EVENTS: PoolEvents = {
  connected: nothing,
  closed: nothing,
  refused: nothing,
  waiting: nothing,
  busy: nothing,
  discarded: nothing,
  retried: nothing,
  killed: nothing,
};
