/** Opens connections and ends abandoned statements. */

import type { Observer } from '../../observer';
import type { Opened, ServerConnection, ServerThread } from './connections';

/**
 * Milliseconds between attempts after the second failure in a row, doubled each time. A single failure may be a connection that
 * was closed during its handshake.
 */
const FIRST_PAUSE = 50;
/** The longest pause. It is short because callers wait for the next attempt. */
const LONGEST_PAUSE = 250;

/** Opens connections, with pauses between attempts while they fail. */
export class Connector {
  /** Cancels each attempt. */
  readonly #attempts = new Set<() => void>();
  #failure: unknown;
  /** In a row. */
  #failures = 0;
  #until = -Infinity;

  /**
   * @param open opens a connection within a time limit; returns a function that cancels it
   * @param now milliseconds, monotonic
   */
  constructor(
    private readonly open: (opened: Opened) => () => void,
    private readonly now: () => number,
    private readonly observer: Observer,
  ) {}

  /** Whether the last attempts failed. */
  get isFailing(): boolean {
    return this.#failures > 1;
  }

  /** Milliseconds until the next attempt is allowed. */
  get pauseLeft(): number {
    return Math.max(0, this.#until - this.now());
  }

  /** @param opened called later; during a pause called at once, with the last failure */
  connect(opened: Opened): void {
    if (this.pauseLeft > 0) return opened(this.#failure);
    const cancel = this.open((error, connection) => {
      this.#attempts.delete(cancel);
      if (connection === undefined) this.#failed(error);
      else this.#succeeded();
      opened(error, connection);
    });
    this.#attempts.add(cancel);
  }

  cancelAll(): void {
    for (const cancel of this.#attempts) cancel();
  }

  #failed(error: unknown): void {
    this.observer.connectionFailed?.();
    this.#failure = error;
    this.#failures += 1;
    if (this.isFailing) this.#until = this.now() + Math.min(FIRST_PAUSE * 2 ** (this.#failures - 2), LONGEST_PAUSE);
  }

  #succeeded(): void {
    this.observer.connectionOpened?.();
    this.#failures = 0;
    this.#until = -Infinity;
  }
}

/**
 * Ends abandoned statements on the server. It opens its own connection, as all connections of the pool may be blocked. An account
 * needs no privilege to end its own threads.
 */
export class StatementKiller {
  #pendingKills: ServerThread[] = [];
  #working = false;

  constructor(
    private readonly open: (opened: Opened) => void,
    private readonly limitMs: number,
    private readonly observer: Observer,
  ) {}

  /** There is no second attempt: a server that is unreachable now would not answer it sooner. */
  kill(thread: ServerThread): void {
    this.#pendingKills.push(thread);
    if (this.#working) return;
    this.#working = true;
    this.open((_error, connection) => {
      if (connection === undefined) this.#reset();
      else this.#killOn(connection);
    });
  }

  #reset(): void {
    this.#pendingKills = [];
    this.#working = false;
  }

  #killOn(connection: ServerConnection): void {
    const thread = this.#pendingKills.pop();
    if (thread === undefined) {
      connection.close();
      return this.#reset();
    }
    // On another server, the same id is another thread.
    if (thread.server !== connection.thread.server) return this.#killOn(connection);
    connection.ask('kill ?', [thread.id], this.limitMs, (error) => {
      if (!error) this.observer.statementKilled?.();
      if (connection.isOpen) this.#killOn(connection);
      else this.#reset();
    });
  }
}
