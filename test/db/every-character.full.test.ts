import { sql } from 'kysely';

import { emailKey } from '../../src/db/match-keys';
import { phoneKey } from '../../src/db/phone-key';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertHousehold } from './household';

/** Decision 10 for every code point, on the server under test. */

let database: TestDatabase;
let groupId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ groupId } = await insertHousehold(database.db, 'north'));
});

afterAll(() => database.drop());

/** Every character but NUL and halves of surrogate pairs, which no request may hold. */
const CHARACTERS = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const BATCH = 2_000;

function* batchesOf<Item>(items: readonly Item[], size = BATCH): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The characters that `LOWER()` or `UPPER()` changes. */
async function lettersWithCase(): Promise<string[]> {
  const letters: string[] = [];
  for (const batch of batchesOf(CHARACTERS, 100_000)) {
    const text = sql`${batch.join('')} collate utf8mb4_bin`;
    const { rows } = await sql<{ lower: string; upper: string }>`
      select lower(${text}) as lower, upper(${text}) as upper`.execute(database.db);
    const [lower, upper] = [Array.from(rows[0]?.lower ?? ''), Array.from(rows[0]?.upper ?? '')];
    expect([lower.length, upper.length]).toEqual([batch.length, batch.length]);
    letters.push(...batch.filter((character, index) => lower[index] !== character || upper[index] !== character));
  }
  return letters;
}

/** Stores the texts as new tenants. Returns the stored key of each. */
async function storedKeys(column: 'email_address' | 'phone_number', texts: readonly string[]) {
  await database.db.deleteFrom('tenants').where('identifier', 'like', 'every %').execute();
  for (const batch of batchesOf(texts)) {
    const rows = batch.map((text) => ({
      identifier: `every ${Buffer.from(text).toString('hex')}`,
      group_id: groupId,
      active: true,
      [column]: text,
    }));
    await database.db.insertInto('tenants').values(rows).execute();
  }
  const key = column === 'email_address' ? 'email_key' : 'phone_key';
  const { rows } = await sql<{ text: string; key: string | null }>`
    select ${sql.ref(column)} as text, ${sql.ref(key)} as \`key\`
    from tenants where identifier like 'every %'`.execute(database.db);
  return new Map(rows.map((row) => [row.text, row.key]));
}

const isCaseOf = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() && one.toUpperCase() === other.toUpperCase();

test('two e-mail addresses with one key differ only in the case of a letter', async () => {
  const letters = await lettersWithCase();
  const addresses = letters.map((letter) => `x${letter}@example.com`);
  const stored = await storedKeys('email_address', addresses);

  const groups = [...new Set(stored.values())].map((key) =>
    letters.filter((letter) => stored.get(`x${letter}@example.com`) === key),
  );
  expect(groups.filter(([first = '', ...others]) => others.some((other) => !isCaseOf(first, other)))).toEqual([]);
  expect(groups.filter(({ length }) => length > 1).length).toBeGreaterThan(600);
  expect(['\u0130', '\u2126', '\u212a', '\u212b'].map((sign) => stored.get(`x${sign}@example.com`))).toEqual(
    ['\u0130', '\u2126', '\u212a', '\u212b'].map((sign) => `x${sign}@example.com`),
  );
  for (const batch of batchesOf(addresses, 100)) {
    const keys = batch.map((address) => emailKey(address));
    const { rows } = await sql<Record<string, string>>`select ${sql.join(keys)}`.execute(database.db);
    expect(Object.values(rows[0] ?? {})).toEqual(batch.map((address) => stored.get(address)));
  }
});

test('the collation of the keys tells every two characters apart', async () => {
  let distinct = 0;
  for (const batch of batchesOf(CHARACTERS, 0x10000)) {
    const { rows } = await sql<{ distinct: number }>`
      select count(distinct c) as \`distinct\`
      from json_table(${JSON.stringify(batch)}, '$[*]' columns (c varchar(1) collate utf8mb4_bin path '$')) as characters
    `.execute(database.db);
    distinct += Number(rows[0]?.distinct);
  }
  expect(distinct).toBe(CHARACTERS.length);
});

test('the stored key of a phone number is that of a request, with any character that may separate, hide or count', async () => {
  const marks = CHARACTERS.filter((character) => /^[\p{Z}\p{Cc}\p{Cf}\p{P}\p{Sm}\p{Nd}]$/u.test(character));
  const numbers = marks.map((mark) => `0${mark}0${mark}1`);
  const stored = await storedKeys('phone_number', numbers);
  expect(numbers.filter((number) => stored.get(number) !== phoneKey(number))).toEqual([]);
  expect(stored.size).toBe(numbers.length);
});

test('what is white space or a mark of direction never counts in a phone number', () => {
  const unseen = CHARACTERS.filter((character) => /[\p{White_Space}\p{Bidi_Control}]/u.test(character));
  expect(unseen.filter((character) => phoneKey(`${character}0${character}30`) !== '030')).toEqual([]);
  expect(unseen.length).toBe(25 + 12);
});
