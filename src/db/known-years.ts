/** Milliseconds for which the years are not asked for again. */
const KNOWN_FOR = 60_000;

/**
 * The years in which anyone moved in, as they were a moment ago: never what an answer is made from, only how it is read.
 */
export class KnownYears {
  #years: Promise<readonly number[]> | undefined;
  #until = -Infinity;

  /** @param now milliseconds, monotonic */
  constructor(private readonly now: () => number) {}

  /** @param ask gives all of them, ascending */
  known(ask: () => Promise<readonly number[]>): Promise<readonly number[]> {
    if (this.#years !== undefined && this.now() < this.#until) return this.#years;
    const years = ask();
    years.catch(() => (this.#years = undefined));
    this.#years = years;
    this.#until = this.now() + KNOWN_FOR;
    return years;
  }
}
