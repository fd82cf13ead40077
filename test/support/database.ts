/** Fresh databases on the test server; see `global-setup.ts` for where that comes from. */

import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';
import { type Connection, createConnection } from 'mysql2/promise';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrate';
import type { Tables } from '../../src/db/tables';
import { readDatabaseAddress } from '../../src/settings';

/** Every database of this run has a name that begins so; whatever a test leaves behind is dropped at the end by it. */
export const databasePrefix = (): string => environment('LEASEGATE_TEST_PREFIX');

/** The server's URL without a database: an account that may create some. */
export const serverUrl = (): string => environment('LEASEGATE_TEST_SERVER');

/** The URL of a database on the server, whether it is there or not. */
export function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = name;
  return url.href;
}

export async function serverKind(): Promise<'mariadb' | 'mysql'> {
  const version = await onServer((connection) => connection.query('select version() as version'));
  return JSON.stringify(version[0]).includes('MariaDB') ? 'mariadb' : 'mysql';
}

export interface TestDatabase {
  readonly url: string;
  readonly db: Kysely<Tables>;
  drop(): Promise<void>;
}

/** A database of its own, with the newest schema. `charset` is the database's default, utf8mb4 unless given. */
export async function createTestDatabase(options: { charset?: string } = {}): Promise<TestDatabase> {
  const database = await createEmptyDatabase(options);
  await migrate(database.db);
  return database;
}

/** The same without a schema. */
export async function createEmptyDatabase({ charset = 'utf8mb4' }: { charset?: string } = {}): Promise<TestDatabase> {
  const name = databasePrefix() + randomBytes(6).toString('hex');
  await onServer((connection) => connection.query(`create database ${name} character set ${charset}`));
  const url = databaseUrl(name);
  const db = connect(readDatabaseAddress({ DATABASE_URL: url }), COMMAND_CONNECTION);
  const drop = async () => {
    await db.destroy();
    await onServer((connection) => connection.query(`drop database if exists ${name}`));
  };
  return { url, db, drop };
}

/** Runs `work` on a connection that belongs to no database. */
export async function onServer<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await createConnection(serverUrl());
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through jest`);
  return value;
}
