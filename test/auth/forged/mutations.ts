import fc from 'fast-check';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Everything that a header can contain, except blanks at the end of a token, which belong to HTTP. */
const ANY = `${LETTERS}.=+/~!"#$%&'()*,:;<>?@[\\]^\`{|}\u00a0\u00e9\u00ff`;

type Change = (token: string, at: number, letter: string, other: string) => string;

const without = (token: string, at: number, length = 1) => token.slice(0, at) + token.slice(at + length);
const withPart = (token: string, nth: number, change: (bytes: Buffer) => Buffer) =>
  token
    .split('.')
    .map((part, index) => (index === nth ? change(Buffer.from(part, 'base64url')).toString('base64url') : part))
    .join('.');

/** One byte of a part, before it is encoded. */
const byteOf =
  (nth: number): Change =>
  (token, at, letter) =>
    withPart(token, nth, (bytes) => {
      const changed = Buffer.from(bytes);
      changed[at % bytes.length]! ^= letter.charCodeAt(0) % 255 || 1;
      return changed;
    });

const CHANGES: Readonly<Record<string, Change>> = {
  'another letter': (token, at, letter) =>
    token.slice(0, at) + LETTERS[letter.charCodeAt(0) % 64] + token.slice(at + 1),
  'another character': (token, at, letter) => token.slice(0, at) + letter + token.slice(at + 1),
  'one more': (token, at, letter) => token.slice(0, at) + letter + token.slice(at),
  'one less': (token, at) => without(token, at),
  'several less': (token, at, letter) => without(token, at, 1 + (letter.charCodeAt(0) % 20)),
  'cut off': (token, at) => token.slice(0, at + 1),
  'its end alone': (token, at) => token.slice(at + 1),
  'two letters changed about': (token, at) =>
    token.slice(0, at) +
    token
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    token.slice(at + 2),
  'a letter of the other case': (token, at) => {
    const letter = token.charAt(at);
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return token.slice(0, at) + turned + token.slice(at + 1);
  },
  'a stretch twice': (token, at, letter) => token.slice(0, at + 1 + (letter.charCodeAt(0) % 20)) + token.slice(at),
  'a byte of the header': byteOf(0),
  'a byte of the payload': byteOf(1),
  'a byte of the signature': byteOf(2),
  'a part of another token': (token, at, _letter, other) => {
    const others = other.split('.');
    return token
      .split('.')
      .map((part, nth) => (nth === at % 3 ? (others[nth] ?? '') : part))
      .join('.');
  },
  'the end of another token': (token, at, _letter, other) => token.slice(0, at) + other.slice(at),
};

export interface Mutation {
  readonly title: string;
  readonly token: string;
}

/**
 * Distinct tokens, each a good one with one change, none of them good itself.
 * @param goods good tokens of different claims
 */
export function mutations(goods: readonly string[], count: number, seed: number): Mutation[] {
  const one = fc.record({
    change: fc.constantFrom(...Object.entries(CHANGES)),
    good: fc.constantFrom(...goods),
    other: fc.constantFrom(...goods),
    at: fc.nat(),
    letter: fc.constantFrom(...ANY),
  });
  const found = new Map<string, Mutation>();
  for (let round = 0; found.size < count; round += 1) {
    for (const { change, good, other, at, letter } of fc.sample(one, { seed: seed + round, numRuns: count })) {
      const [title, apply] = change;
      const token = apply(good, at % good.length, letter, other);
      if (token !== '' && !goods.includes(token) && found.size < count) found.set(token, { title, token });
    }
  }
  return [...found.values()];
}
