/** Chance that can be repeated. */
export interface Random {
  /** From 0, below `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  /** @param items not empty */
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: the same seed, the same sequence, on every machine. */
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
