import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { array, constantFrom, sample } from 'fast-check';
import { type QueryExecutorProvider, sql } from 'kysely';

import { databaseForAllTests } from '../support/database';
import { collated } from './folding';
import { ADDRESSES } from './generate/texts';

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

const ALPHABET: readonly string[] = [
  ...RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset)),
  ),
  ...SINGLES,
].filter((character) => /^[\P{Cn}]$/u.test(character));

const hexCode = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

/**
 * The folding table of the server under test. Each line has a character, its code point, its lower case and its weight.
 */
async function serverFolding(db: QueryExecutorProvider): Promise<string> {
  const arms = ALPHABET.map(
    (character, position) =>
      sql`select ${position} as position,
        lower(${character} collate utf8mb4_bin) as lower,
        hex(weight_string(${character} collate utf8mb4_unicode_520_ci)) as weight`,
  );
  const { rows } = await sql<{ position: number; lower: string; weight: string }>`
    select * from (${sql.join(arms, sql` union all `)}) as folding order by position`.execute(db);
  return rows
    .map(({ lower, weight }, position) => `${hexCode(ALPHABET[position] ?? '')} ${hexCode(lower)} ${weight}\n`)
    .join('');
}

/** The weight of a text on the server under test, in hexadecimal. */
async function serverWeights(db: QueryExecutorProvider, texts: readonly string[]): Promise<string[]> {
  const arms = texts.map(
    (text, position) =>
      sql`select ${position} as position, hex(weight_string(${text} collate utf8mb4_unicode_520_ci)) as weight`,
  );
  const { rows } = await sql<{ weight: string }>`
    select * from (${sql.join(arms, sql` union all `)}) as weights order by position`.execute(db);
  return rows.map(({ weight }) => weight);
}

const TABLE_FILE = join(__dirname, 'folding-table.txt');

const database = databaseForAllTests();

// To generate the table again, run this file with MAKE_FOLDING_TABLE=1.
test('the committed folding table agrees with this server, character by character', async () => {
  const table = await serverFolding(database.db);
  if (process.env.MAKE_FOLDING_TABLE) writeFileSync(TABLE_FILE, table);
  expect(readFileSync(TABLE_FILE, 'utf8')).toBe(table);
});

test('the weight of a text is the weights of its characters: the collation has no contractions in this alphabet', async () => {
  const text = array(constantFrom(...ALPHABET), { minLength: 1, maxLength: 12 });
  const texts = [...ADDRESSES, ...sample(text, 300).map((letters) => letters.join(''))];
  const weights = await serverWeights(database.db, texts);
  expect(texts.map(collated)).toEqual(weights.map((weight) => weight.replace(/(?:020A)+$/, '')));
});
