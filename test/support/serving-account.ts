/**
 * The account of every gateway that the tests start. It is created with the statements of `docs/operate/database.md`,
 * so the whole suite proves that they suffice.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SERVING_PASSWORD } from './secrets';
import { databasePrefix } from './server';

export { SERVING_PASSWORD };

export const servingUser = (): string => `${databasePrefix()}serve`;

/** Creates the account without any grants. */
export const creation = (user: string): string[] => documented('CREATE USER', '', user);

/** The grants for a migrated database. */
export const grantsOnTables = (database: string, user: string): string[] =>
  documented('GRANT SELECT ON leasegate.`', database, user);

/** The grants for a database that holds nothing else, migrated or not. */
export const grantsOnDatabase = (database: string, user: string): string[] =>
  documented('GRANT SELECT ON leasegate.*', database.replaceAll('_', '\\_'), user);

/** The URL with the account, if it names a database of this run, on any port; any other URL unchanged. */
export function servingUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (!url.pathname.startsWith(`/${databasePrefix()}`)) return databaseUrl;
  return Object.assign(url, { username: servingUser(), password: SERVING_PASSWORD }).href;
}

function documented(beginning: string, database: string, user: string): string[] {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'operate', 'database.md'), 'utf8');
  const statements = page.split('\n').filter((line) => line.startsWith(beginning) && line.includes("'leasegate'@"));
  if (statements.length === 0) throw new Error(`docs/operate/database.md has no statement ${beginning} …`);
  return statements.map((statement) =>
    statement
      .replace('leasegate.', `\`${database}\`.`)
      .replace("'leasegate'@", `'${user}'@`)
      .replace('a long random password', SERVING_PASSWORD),
  );
}
