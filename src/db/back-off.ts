/** Milliseconds between attempts to reach a server that could not be reached: twice as many each time. */
const FIRST_PAUSE = 50;
/** Not above: a caller waits for the next attempt, and is answered by it when the server is back. */
const LONGEST_PAUSE = 250;

/** Keeps attempts apart while they fail. */
export class BackOff {
  #pause = 0;
  #until = -Infinity;
  #failure: unknown;

  /** @param now milliseconds, monotonic */
  constructor(private readonly now: () => number) {}

  /** The newest failure; undefined when the newest attempt did not fail. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Milliseconds until the next attempt; 0 when there may be one now. */
  get left(): number {
    return Math.max(0, this.#until - this.now());
  }

  failed(error: unknown): void {
    this.#failure = error;
    this.#pause = Math.min(Math.max(FIRST_PAUSE, 2 * this.#pause), LONGEST_PAUSE);
    this.#until = this.now() + this.#pause;
  }

  succeeded(): void {
    this.#failure = undefined;
    this.#pause = 0;
    this.#until = -Infinity;
  }
}
