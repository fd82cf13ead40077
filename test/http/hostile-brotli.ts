/**
 * A body in Brotli (RFC 7932) that says next to nothing and takes long to undo: each block of 82 bytes has 256 types of
 * literals, whose map of 16,384 contexts is given by one run and then has to be worked out, and stands for one literal.
 * @param size bytes, about
 */
export function hostileBrotli(size: number): Buffer {
  const bytes = Buffer.alloc(size + 1);
  let at = 0;
  const put = (value: number, bits: number): void => {
    for (let bit = 0; bit < bits; bit += 1, at += 1) {
      if ((value >> bit) & 1) bytes[at >> 3]! |= 1 << (at & 7);
    }
  };
  /** A prefix code of one symbol, which then takes no bits. */
  const only = (symbol: number, bits: number): void => {
    put(0b0001, 4);
    put(symbol, bits);
  };
  const block = (): void => {
    // Not the last one; one byte long; compressed.
    put(0, 1 + 2 + 16 + 1);
    // 256 types of literals, and how long the first one lasts.
    put(0b1111, 4);
    put(127, 7);
    only(0, 9);
    only(0, 5);
    put(3, 2);
    // One type of commands, one of distances, no postfix, no direct distances, the context mode of each type.
    put(0, 1 + 1 + 2 + 4);
    for (let type = 0; type < 256; type += 1) put(0, 2);
    // Two trees of literals; the map is one run of 16,384 zeros, to be moved to the front.
    put(0b0001, 4);
    put(0b11011, 5);
    only(14, 4);
    put(0, 14);
    put(1, 1);
    put(0, 1);
    only(32, 8);
    only(32, 8);
    only(8, 10);
    only(0, 6);
  };
  put(0, 1);
  while (at / 8 < size - 90) block();
  put(3, 2);
  return bytes.subarray(0, Math.ceil(at / 8));
}
