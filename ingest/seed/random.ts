/** A repeatable random sequence. */
export interface Random {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  chance(probability: number): boolean;
  /** @param items not empty */
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: a seed gives the same sequence on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
  };
}
