import type { Kysely } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../db/connect';
import { checkSchema } from '../db/schema-check';
import type { Tables } from '../db/tables';
import { type Environment, readDatabaseAddress } from '../config/settings';
import { CommandFailure } from './terminal';

/** Runs `work` on the database of DATABASE_URL, then closes the connections. */
export async function withDatabase(
  environment: Environment,
  work: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const db = connect(readDatabaseAddress(environment), COMMAND_CONNECTION);
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

/** The same, for work that needs the current schema. @throws {CommandFailure} */
export function withMigratedDatabase(
  environment: Environment,
  work: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  return withDatabase(environment, async (db) => {
    await assertMigrated(db);
    await work(db);
  });
}

/** @throws {CommandFailure} if the schema is not the current one */
async function assertMigrated(db: Kysely<Tables>): Promise<void> {
  const [problem] = (await checkSchema(db)).problems;
  if (problem !== undefined) throw new CommandFailure(`The database cannot be used: ${problem}`);
}
