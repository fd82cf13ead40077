import { TextNumbers } from '../../ingest/import/text-numbers';

test('more texts than there is room for at first, of any length, keep their numbers', () => {
  const numbers = new TextNumbers();
  const texts = Array.from({ length: 50_000 }, (_, n) => `${'ä€𝄞'.repeat(n % 7)}${n.toString(36)}`);
  for (const text of [...texts, ...texts]) numbers.add(text);
  expect(texts.map((text) => numbers.numberOf(text))).toEqual(texts.map((_, index) => index + 1));
  expect(texts.map((_, index) => numbers.text(index + 1))).toEqual(texts);
  expect([numbers.size, numbers.numberOf('another')]).toEqual([50_000, 0]);
});
