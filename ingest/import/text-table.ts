import { LoadingError } from './refusals';

/** Of a text: its length in bytes, and two numbers. */
const HEAD_BYTES = 12;
/** Addresses have 32 bits. */
const MOST_BYTES = 2 ** 32 - 1;

/** Texts by address, each with two numbers, which are 0 at first. A Map of a million texts would take ten times the memory. */
export class TextTable {
  #bytes = Buffer.alloc(65_536);
  /** No text has the address 0, where both numbers are 0. */
  #end = HEAD_BYTES;
  /** By hash, the address of a text. At least half of them are 0, so that a search is short. */
  #slots = new Uint32Array(1024);
  #added = 0;

  /** The address of a text that was added; 0 for any other. */
  find(text: string): number {
    return this.#slots[this.#slotOf(text)] ?? 0;
  }

  /** Adds a text, unless it was added before. */
  add(text: string): number {
    const slot = this.#slotOf(text);
    const before = this.#slots[slot] ?? 0;
    if (before > 0) return before;
    const address = (this.#slots[slot] = this.append(text));
    this.#added += 1;
    if (2 * this.#added > this.#slots.length) {
      const addresses = this.#slots.filter((each) => each > 0);
      this.#slots = new Uint32Array(2 * this.#slots.length);
      for (const each of addresses) this.#slots[this.#slotOf(this.textAt(each))] = each;
    }
    return address;
  }

  /** Adds a text that is never searched for. */
  append(text: string): number {
    const address = this.#end;
    const needed = address + HEAD_BYTES + 3 * text.length;
    if (needed > MOST_BYTES) throw new LoadingError('The identifiers of one kind may take at most 4 GiB.');
    if (needed > this.#bytes.length) {
      const bytes = Buffer.alloc(Math.min(2 * needed, MOST_BYTES));
      this.#bytes.copy(bytes);
      this.#bytes = bytes;
    }
    const length = this.#bytes.write(text, address + HEAD_BYTES);
    this.#bytes.writeUInt32LE(length, address);
    this.#end += HEAD_BYTES + length;
    return address;
  }

  textAt(address: number): string {
    const start = address + HEAD_BYTES;
    return this.#bytes.toString('utf8', start, start + this.#bytes.readUInt32LE(address));
  }

  numberAt(address: number, which: 1 | 2): number {
    return this.#bytes.readUInt32LE(address + 4 * which);
  }

  setNumber(address: number, which: 1 | 2, value: number): void {
    this.#bytes.writeUInt32LE(value, address + 4 * which);
  }

  #slotOf(text: string): number {
    let hash = text.length;
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    for (let slot = hash ^ (hash >>> 15); ; slot += 1) {
      slot &= this.#slots.length - 1;
      const address = this.#slots[slot] ?? 0;
      if (address === 0 || this.textAt(address) === text) return slot;
    }
  }
}
