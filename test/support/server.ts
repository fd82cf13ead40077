/** The database server of a test run; see `global-setup.ts` for its origin. */

import { type Connection, createConnection } from 'mysql2/promise';

/** The prefix of every database and account of this run. At the end, all that remain are dropped by it. */
export const databasePrefix = (): string => environment('LEASEGATE_TEST_PREFIX');

/** The server's URL without a database, for an account that may create databases. */
export const serverUrl = (): string => environment('LEASEGATE_TEST_SERVER');

/** The URL of a database on the server, whether it exists or not. */
export function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = name;
  return url.href;
}

export async function serverKind(): Promise<'mariadb' | 'mysql'> {
  const version = await onServer((connection) => connection.query('select version() as version'));
  return JSON.stringify(version[0]).includes('MariaDB') ? 'mariadb' : 'mysql';
}

/** Runs `work` on a connection without a database. */
export async function onServer<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await createConnection(serverUrl());
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** Runs statements one after the other. */
export async function runOnServer(statements: readonly string[]): Promise<void> {
  await onServer(async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests through jest`);
  return value;
}
