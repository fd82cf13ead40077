import type { PoolEvents } from './pool-events';
import type { Opened } from './server-connection';

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
