/** What an import keeps of every record. It lies outside the heap, in a quarter of the memory of a Map from strings. */

const PIECE = 2 ** 16;

/** Whole numbers below 2 ** 32 by index; 0 unless set. In pieces, because copies that are made as it grows would be garbage. */
export class Column {
  readonly #pieces: Uint32Array[] = [];

  get(index: number): number {
    return this.#pieces[Math.floor(index / PIECE)]?.[index % PIECE] ?? 0;
  }

  set(index: number, value: number): void {
    (this.#pieces[Math.floor(index / PIECE)] ??= new Uint32Array(PIECE))[index % PIECE] = value;
  }
}

/** Numbers different texts from 1, in the order in which they are added. They must be well-formed. */
export class TextNumbers {
  size = 0;
  #bytes = Buffer.alloc(PIECE);
  /** By number. A text begins where the one before it ends. */
  readonly #ends = new Column();
  /** A hash table with open addressing. */
  #slots = new Uint32Array(PIECE);

  text(number: number): string {
    return this.#bytes.toString('utf8', this.#ends.get(number - 1), this.#ends.get(number));
  }

  /** 0 unless the text was added. */
  numberOf(text: string): number {
    return this.#slots[this.#slotOf(text)] ?? 0;
  }

  /** Returns the number that the text has already, or gets. */
  add(text: string): number {
    const slot = this.#slotOf(text);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known;
    const start = this.#ends.get(this.size);
    const most = start + 3 * text.length;
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.ceil(1.5 * most));
    const number = (this.#slots[slot] = this.size += 1);
    this.#ends.set(number, start + this.#bytes.write(text, start));
    if (3 * number > 2 * this.#slots.length) {
      this.#slots = new Uint32Array(2 * this.#slots.length);
      for (let each = 1; each <= number; each += 1) this.#slots[this.#slotOf(this.text(each))] = each;
    }
    return number;
  }

  /** The slot with the number of the text, or the free slot for it. */
  #slotOf(text: string): number {
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    for (let slot = hash >>> 0; ; slot += 1) {
      const number = this.#slots[(slot %= this.#slots.length)] ?? 0;
      if (number === 0 || this.text(number) === text) return slot;
    }
  }
}
