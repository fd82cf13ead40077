import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';
import { type Connection, createConnection } from 'mysql2/promise';

import type { DatabaseAddress } from '../../src/config/setting-values';
import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import type { Tables } from '../../src/db/tables';
import { fillWorld } from './world';

/** Runs `work` on a world in a database of its own, which is dropped afterwards. The account may create databases. */
export async function inWorld<Result>(
  serverUrl: string,
  leases: number,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  const name = `leasegate_bench_${randomBytes(6).toString('hex')}`;
  const server = await createConnection(serverUrl);
  try {
    const address = addressOf(serverUrl, name);
    await createDatabase(server, address, (db) => fillWorld(db, leases, 'calendar'));
    return await work(address);
  } finally {
    await server.query(`drop database if exists ${name}`);
    await server.end();
  }
}

export const addressOf = (serverUrl: string, database: string): DatabaseAddress =>
  readDatabaseAddress({ DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: database }).href });

/** Creates a database with the gateway's tables. If it cannot be filled, it is dropped. */
export async function createDatabase(
  server: Connection,
  address: DatabaseAddress,
  fill: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await server.query(`create database ${address.database} character set utf8mb4`);
  const db = connect(address, COMMAND_CONNECTION);
  try {
    await migrate(db);
    await fill(db);
  } catch (error) {
    await server.query(`drop database ${address.database}`);
    throw error;
  } finally {
    await db.destroy();
  }
}

/** As the server names itself: `MariaDB 10.11.19`. */
export async function serverName(serverUrl: string): Promise<string> {
  const server = await createConnection(serverUrl);
  try {
    const [rows] = await server.query('select version() as version');
    const [{ version = '' } = {}] = rows as { version?: string }[];
    const kind = version.includes('MariaDB') ? 'MariaDB' : 'MySQL';
    return `${kind} ${/^[\d.]+/.exec(version)?.[0] ?? ''}`;
  } finally {
    await server.end();
  }
}
