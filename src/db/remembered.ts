/** Milliseconds for which a value is kept. */
const KNOWN_FOR = 60_000;

/** Caches a value from the database. It may decide how an answer is read, never what is in it. */
export class Remembered<Value> {
  #value: Promise<Value> | undefined;
  #until = -Infinity;

  /** @param now milliseconds, monotonic */
  constructor(private readonly now: () => number) {}

  value(ask: () => Promise<Value>): Promise<Value> {
    if (this.#value !== undefined && this.now() < this.#until) return this.#value;
    const value = ask();
    value.catch(() => (this.#value = undefined));
    this.#value = value;
    this.#until = this.now() + KNOWN_FOR;
    return value;
  }
}
