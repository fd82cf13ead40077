/** A database without a server: the test supplies the rows of each statement. */

import { Kysely, MysqlDialect, type MysqlPool } from 'kysely';

import { MIGRATION_NAMES } from '../../src/db/migrations';
import type { Tables } from '../../src/db/tables';

/** @param answer gives the rows of a statement, or throws what it fails with */
export function stubDatabase(answer: (statement: string, parameters: readonly unknown[]) => unknown): Kysely<Tables> {
  const connection = {
    query(statement: string, parameters: unknown[], done: (error: unknown, rows?: unknown) => void) {
      void (async () => answer(statement, parameters))().then((rows) => done(null, rows), done);
    },
    release: () => undefined,
  };
  const pool: MysqlPool = {
    getConnection: (callback) => callback(undefined, connection as never),
    end: (callback) => callback(null),
  };
  return new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
}

/** The rows that the check of a fitting schema gets. Undefined for a statement of anything else. */
export function fittingSchema(statement: string): unknown[] | undefined {
  if (statement.includes('from `kysely_migration` order by')) return MIGRATION_NAMES.map((name) => ({ name }));
  if (statement.includes('limit 0') || /wsrep_sync_wait|max_allowed_packet/.test(statement)) return [];
  return undefined;
}
