import { hash } from 'node:crypto';

/** Four words of a hash, and the line. */
const WORDS = 5;
const FULL = 0.7;

/**
 * The identifiers of one source, each with the line on which it was last seen. It keeps 128 bits of a SHA-256 in place of each
 * identifier, so that ten million of them fit in memory.
 */
export class IdentifierSet {
  #slots = 1 << 12;
  #words = new Uint32Array(this.#slots * WORDS);
  #size = 0;
  readonly #key = new Uint32Array(WORDS - 1);

  /** @param line from 1. @returns the line on which it was last seen; undefined when it is new */
  put(identifier: string, line: number): number | undefined {
    if (this.#size >= this.#slots * FULL) this.#grow();
    const key = this.#keyOf(identifier);
    const at = find(this.#words, this.#slots, key, 0);
    const before = this.#words[at + WORDS - 1];
    this.#words.set(key, at);
    this.#words[at + WORDS - 1] = line;
    if (before !== 0) return before;
    this.#size += 1;
    return undefined;
  }

  /** @returns the line on which it was last seen; 0 when it was not */
  get(identifier: string): number {
    return this.#words[find(this.#words, this.#slots, this.#keyOf(identifier), 0) + WORDS - 1] ?? 0;
  }

  /** A hash as text is several times as fast as one in a buffer. */
  #keyOf(identifier: string): Uint32Array {
    const digest = hash('sha256', identifier, 'binary');
    for (let word = 0; word < WORDS - 1; word += 1) {
      const at = word * 4;
      this.#key[word] =
        digest.charCodeAt(at) |
        (digest.charCodeAt(at + 1) << 8) |
        (digest.charCodeAt(at + 2) << 16) |
        (digest.charCodeAt(at + 3) << 24);
    }
    return this.#key;
  }

  #grow(): void {
    const slots = this.#slots * 2;
    const words = new Uint32Array(slots * WORDS);
    for (let from = 0; from < this.#words.length; from += WORDS) {
      if (this.#words[from + WORDS - 1] === 0) continue;
      const at = find(words, slots, this.#words, from);
      for (let word = 0; word < WORDS; word += 1) words[at + word] = this.#words[from + word] ?? 0;
    }
    this.#slots = slots;
    this.#words = words;
  }
}

/** The position of the entry with the key that `keys` holds at `from`, or the free position for it. A line is never 0. */
function find(words: Uint32Array, slots: number, keys: Uint32Array, from: number): number {
  for (let slot = (keys[from] ?? 0) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
    const at = slot * WORDS;
    if (words[at + WORDS - 1] === 0) return at;
    let word = 0;
    while (word < WORDS - 1 && words[at + word] === keys[from + word]) word += 1;
    if (word === WORDS - 1) return at;
  }
}
