/** How much of its work a gateway may do twice, so that a database in trouble is not asked for more than before. */

/** A statement that is asked again costs as much as this many that were answered bring in: one in ten is asked again. */
const PRICE = 10;
/** What there is at first and at most: enough for every connection of a pool to be lost at once. */
const RESERVE = 50 * PRICE;

export class RetryBudget {
  #left = RESERVE;

  /** A statement was answered. */
  earn(): void {
    if (this.#left < RESERVE) this.#left += 1;
  }

  /** @returns whether something may be done once more */
  spend(): boolean {
    if (this.#left < PRICE) return false;
    this.#left -= PRICE;
    return true;
  }
}
