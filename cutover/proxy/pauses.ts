/** The number of failures in a row that begins a pause. */
const FAILURES = 4;

/** Milliseconds of the first pause. Each further one is twice as long, up to the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Pauses after failures in a row. After each pause, one attempt finds out whether they are over. */
export class Pauses {
  #inARow = 0;
  #reason = '';
  #until = -Infinity;
  /** How many pauses have begun. */
  #begun = 0;

  /** @param now milliseconds, monotonic */
  constructor(private readonly now: () => number) {}

  /** Why nothing should be attempted now; undefined outside a pause. */
  get reason(): string | undefined {
    return this.#isFailing && this.now() < this.#until ? this.#reason : undefined;
  }

  /**
   * Call it before each attempt. The first attempt after a pause begins another pause, so that it is the only one.
   * @returns the attempt, for {@link failed}
   */
  attempt(): number {
    if (this.#isFailing) this.#begin();
    return this.#begun;
  }

  succeeded(): void {
    this.#inARow = 0;
  }

  failed(reason: string, attempt: number): void {
    // Attempts from before the pause fail together with those that began it. They do not make it longer.
    if (attempt < this.#begun) return;
    this.#reason = reason;
    this.#inARow += 1;
    this.attempt();
  }

  get #isFailing(): boolean {
    return this.#inARow >= FAILURES;
  }

  #begin(): void {
    this.#begun += 1;
    this.#until = this.now() + Math.min(FIRST_MS * 2 ** (this.#inARow - FAILURES), LONGEST_MS);
  }
}
