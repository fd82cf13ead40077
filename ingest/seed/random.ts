/** A repeatable random sequence. */
export type Random = ReturnType<typeof createRandom>;

/** Mulberry32: a seed gives the same sequence on every machine. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A whole number from 0 to `count` - 1. */
    below: (count: number): number => Math.floor(next() * count),
    chance: (probability: number): boolean => next() < probability,
    /** @param items not empty */
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}
