/** Random choices, all drawn from one seed. */
export class Dice {
  constructor(private state: number) {}

  /** From 0 to below 1 (mulberry32). */
  #next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.#next() * end);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<Choice>(choices: readonly [Choice, ...Choice[]] | readonly Choice[]): Choice {
    return choices[this.below(choices.length)]!;
  }
}
