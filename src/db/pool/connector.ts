/** Opens connections, ends abandoned statements, and the events by which the pool reports what it does. */

import type { Opened, ServerConnection, ServerThread } from './connections';

/**
 * Milliseconds between attempts to reach a server that could not be reached twice: twice as many each time. Once may be a
 * connection that was ended while it began.
 */
const FIRST_PAUSE = 50;
/** Not above: a caller waits for the next attempt, and is answered by it when the server is back. */
const LONGEST_PAUSE = 250;

/** Opens connections, and keeps the attempts apart while they fail. */
export class Connector {
  /** How to give up each attempt. */
  readonly #attempts = new Set<() => void>();
  #failure: unknown;
  /** In a row. */
  #failures = 0;
  #until = -Infinity;

  /**
   * @param open opens a connection within a time; returns how to give that up
   * @param now milliseconds, monotonic
   */
  constructor(
    private readonly open: (opened: Opened) => () => void,
    private readonly now: () => number,
    private readonly events: PoolEvents,
  ) {}

  /** Whether the last attempts failed. */
  get isFailing(): boolean {
    return this.#failures > 1;
  }

  /** Milliseconds until there may be the next attempt. */
  get pauseLeft(): number {
    return Math.max(0, this.#until - this.now());
  }

  /** @param opened called later; at once, with the last failure, during a pause */
  connect(opened: Opened): void {
    if (this.pauseLeft > 0) return opened(this.#failure);
    const giveUp = this.open((error, connection) => {
      this.#attempts.delete(giveUp);
      if (connection === undefined) this.#failed(error);
      else this.#succeeded();
      opened(error, connection);
    });
    this.#attempts.add(giveUp);
  }

  giveUp(): void {
    for (const giveUp of this.#attempts) giveUp();
  }

  #failed(error: unknown): void {
    this.events.refused();
    this.#failure = error;
    this.#failures += 1;
    if (this.isFailing) this.#until = this.now() + Math.min(FIRST_PAUSE * 2 ** (this.#failures - 2), LONGEST_PAUSE);
  }

  #succeeded(): void {
    this.events.connected();
    this.#failures = 0;
    this.#until = -Infinity;
  }
}

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

/**
 * Ends statements on the server that nobody waits for any more, over a connection of its own: those of the pool may all be
 * stuck. An account may end its own threads without any privilege.
 */
export class StatementKiller {
  #doomed: ServerThread[] = [];
  #working = false;

  /** @param killed called for each thread that was ended */
  constructor(
    private readonly open: (opened: Opened) => void,
    private readonly limitMs: number,
    private readonly killed: () => void,
  ) {}

  /** As well as it can: a server that cannot be reached now would not answer a second attempt sooner. */
  kill(thread: ServerThread): void {
    this.#doomed.push(thread);
    if (this.#working) return;
    this.#working = true;
    this.open((_error, connection) => {
      if (connection === undefined) this.#rest();
      else this.#killOn(connection);
    });
  }

  #rest(): void {
    this.#doomed = [];
    this.#working = false;
  }

  #killOn(connection: ServerConnection): void {
    const thread = this.#doomed.pop();
    if (thread === undefined) {
      connection.close();
      return this.#rest();
    }
    // Another server has other threads by the same ids.
    if (thread.server !== connection.thread.server) return this.#killOn(connection);
    connection.ask('kill ?', [thread.id], this.limitMs, (error) => {
      if (!error) this.killed();
      if (connection.isOpen) this.#killOn(connection);
      else this.#rest();
    });
  }
}
