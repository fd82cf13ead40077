/** What has been started so far. It is ended in reverse order, each once. */
export class Started {
  readonly #ends: (() => unknown)[] = [];
  #isEnding = false;

  get isEnding(): boolean {
    return this.#isEnding;
  }

  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    try {
      for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) await end();
    } finally {
      this.#isEnding = false;
    }
  }
}
