import { sql } from 'kysely';

import { emailKey, phoneKey } from '../../src/db/match-keys';
import { databaseForAllTests } from '../support/database';
import { insertHousehold } from './household';
import { type OtherProgram, otherProgram, type OtherSession } from './other-program';

/** Sessions in which another program may write. */
const SESSIONS: readonly (readonly [string, OtherSession])[] = [
  ['as ours', {}],
  ['lax', { sqlMode: '' }],
  ['without backslash escapes', { sqlMode: 'NO_BACKSLASH_ESCAPES' }],
  ['on a latin1 connection', { charset: 'LATIN1_SWEDISH_CI' }],
  ['with ANSI quotes, nine hours ahead', { sqlMode: 'ANSI', timeZone: '+09:00' }],
];

const EMAILS: readonly (readonly [stored: string, key: string | null])[] = [
  ['  Ada@Example.ORG ', 'ada@example.org'],
  ['JOSÉ@x', 'josé@x'],
  ['STRAßE@x', 'straße@x'],
  ['STRASSE@x', 'strasse@x'],
  ['\u00a0ada@x', '\u00a0ada@x'],
  ["o'hara\\@x", "o'hara\\@x"],
  // Signs that LOWER() turns into letters of other addresses, and those letters.
  ['Quac\u212a@x', 'Quac\u212a@x'],
  [' İan@X ', 'İan@X'],
  ['\u2126@X', '\u2126@X'],
  ['Ǆ@x', 'ǆ@x'],
  ['ΣΊΣΥΦΟΣ@x', 'σίσυφοσ@x'],
  ['ＡＢ@x', 'ａｂ@x'],
  // The servers lower no letter beyond U+FFFF.
  ['\u{10400}@x', '\u{10400}@x'],
  // Nothing is normalised.
  ['JOSE\u0301@x', 'jose\u0301@x'],
  ['   ', null],
  ['', null],
];

const PHONES: readonly (readonly [stored: string, key: string | null])[] = [
  ['+49 30/123-45', '+493012345'],
  ['0049 (30) 123.45', '+493012345'],
  ['49 30 12345', '493012345'],
  ['[0]030', '+30'],
  ['000', '+0'],
  ['0', '0'],
  ['030\\1', '030\\1'],
  ['030_1', '030_1'],
  // Characters that cannot be seen or only separate.
  ['030–1', '0301'],
  ['+33\u00a01 99\u202f00\u200900 03', '+33199000003'],
  ['\u202a+49 30\u00ad1\u202c', '+49301'],
  ['\u200e0\u200b0\ufeff49\u2212301', '+49301'],
  ['（００）４９／３０．１', '+49301'],
  ['＋４９', '+49'],
  ['٠٣٠ ۱۲۳', '030123'],
  ['030·1é', '030·1é'],
  // Without a digit.
  ['00', null],
  ['+', null],
  ['n/a', null],
  [' .-/()[]', null],
  ['', null],
];

const database = databaseForAllTests();
let groupId: number;

beforeAll(async () => {
  ({ groupId } = await insertHousehold(database.db, 'north'));
});

/** Runs `work` with a program of such a session, which leaves the tenants as they were. */
async function as(session: OtherSession, work: (program: OtherProgram) => Promise<void>): Promise<void> {
  const program = await otherProgram(database.url, session);
  try {
    await program.run('start transaction');
    await work(program);
    await program.run('rollback');
  } finally {
    await program.close();
  }
}

/** Stores the text as a literal, or as bytes where the connection's character set lacks a letter of it. */
async function stored(program: OtherProgram, column: string, text: string): Promise<Buffer | null> {
  const identifier = `${column} ${Buffer.from(text).toString('hex')}`;
  const literal = /^[\0-\xff]*$/.test(text) && !text.includes('\\') ? `'${text.replaceAll("'", "''")}'` : undefined;
  const value = literal ?? `convert(x'${Buffer.from(text).toString('hex')}' using utf8mb4)`;
  await program.run(
    `insert into tenants (identifier, group_id, ${column}) values ('${identifier}', ${groupId}, ${value})`,
  );
  const key = column === 'email_address' ? 'email_key' : 'phone_key';
  const [row] = await program.run(`select cast(${key} as binary) as k from tenants where identifier = '${identifier}'`);
  return row?.k as Buffer | null;
}

describe.each(SESSIONS)('decision 10: the database computes the keys of values written %s', (_title, session) => {
  test('e-mail addresses', () =>
    as(session, async (program) => {
      for (const [text, key] of EMAILS) {
        expect({ text, key: (await stored(program, 'email_address', text))?.toString() ?? null }).toEqual({
          text,
          key,
        });
      }
    }));

  test('phone numbers', () =>
    as(session, async (program) => {
      for (const [text, key] of PHONES)
        expect({ text, key: (await stored(program, 'phone_number', text))?.toString() ?? null }).toEqual({ text, key });
    }));
});

test.each(PHONES)('decision 10: the request’s phone key of %j is the stored one, %j', (text, key) => {
  expect(phoneKey(text)).toBe(key);
});

test.each(EMAILS)('decision 10: the request’s e-mail key of %j is the stored one, %j', async (text, key) => {
  const { rows } = await sql<{ k: string }>`select ${emailKey(text)} as k`.execute(database.db);
  expect(rows[0]?.k || null).toBe(key);
});
