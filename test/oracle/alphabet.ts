/** The characters that generated e-mail addresses and address texts may hold, and that the folding table covers. */

const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x7e], // ASCII
  [0xa0, 0x17f], // Latin with accents, ß ø ł æ ı İ ſ, the no-break space and the soft hyphen
  [0x370, 0x3ff], // Greek
  [0x400, 0x45f], // Cyrillic
  [0xff01, 0xff5e], // full-width ASCII
];

const SINGLES = [
  '\t',
  '\n',
  ...'\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030c\u0327\u0328', // combining accents
  ...'ẞǅǆȘșﬁ\u2126\u212a\u212b',
  ...'\u200b\u2003\u3000',
  ...'東京都一二三',
  ...'😀🏠🗝🎉',
];

export const ALPHABET: readonly string[] = [
  ...RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset)),
  ),
  ...SINGLES,
].filter((character) => /^[\P{Cn}]$/u.test(character));
