/** Lets at most `size` in at once, the others in their turn. Who gives up waiting leaves nothing behind. */
export class Places {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  /** Calls `enter` when there is a place, at once if there is. @returns how to give up waiting */
  take(enter: () => void): () => void {
    if (this.#free === 0) this.#waiting.add(enter);
    else {
      this.#free -= 1;
      enter();
    }
    return () => void this.#waiting.delete(enter);
  }

  /** Gives one place back, to whoever has waited longest. */
  giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
