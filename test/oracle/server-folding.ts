import { type QueryExecutorProvider, sql } from 'kysely';

import { ALPHABET } from './alphabet';

const hexCode = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

/**
 * The folding table of the server under test. Each line has a character, its code point, its lower case and its weight.
 */
export async function serverFolding(db: QueryExecutorProvider): Promise<string> {
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
export async function serverWeights(db: QueryExecutorProvider, texts: readonly string[]): Promise<string[]> {
  const arms = texts.map(
    (text, position) =>
      sql`select ${position} as position, hex(weight_string(${text} collate utf8mb4_unicode_520_ci)) as weight`,
  );
  const { rows } = await sql<{ weight: string }>`
    select * from (${sql.join(arms, sql` union all `)}) as weights order by position`.execute(db);
  return rows.map(({ weight }) => weight);
}
