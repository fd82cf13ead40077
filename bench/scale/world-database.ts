import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Kysely } from 'kysely';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import type { DatabaseAddress } from '../../src/config/setting-values';
import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import type { Tables } from '../../src/db/tables';
import { startLocalServer } from '../../tools/local-server/start';
import { fillWorld } from './world';

/**
 * Runs `work` with the server's address.
 * @param given a server that runs already, by an account that may create databases; without it a private one is started
 * @param path searched for a server program, as the variable `PATH`
 */
export async function onDatabaseServer<Result>(
  { given, path, say }: { given: string | undefined; path: string; say: (line: string) => void },
  work: (serverUrl: string) => Promise<Result>,
): Promise<Result> {
  if (given) return work(given);
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-bench-'));
  try {
    const server = await startLocalServer({ folder: join(folder, 'database'), path, say });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

/** The rows of one statement. */
export async function rowsOf(
  { host, port, login, database }: DatabaseAddress,
  statement: string,
  values: unknown[] = [],
): Promise<RowDataPacket[]> {
  const connection = await createConnection({ host, port, ...login.reveal(), database });
  try {
    return (await connection.query<RowDataPacket[]>(statement, values))[0];
  } finally {
    await connection.end();
  }
}

/** As the server names itself: `MariaDB 10.11.19`. */
export async function serverName(serverUrl: string): Promise<string> {
  const [row] = await rowsOf(addressOf(serverUrl, 'information_schema'), 'select version() as version');
  const version = String(row?.version);
  return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${/^[\d.]+/.exec(version)?.[0] ?? ''}`;
}

/** The process of a database server on this machine. Undefined for any other server. */
export async function databasePid(address: DatabaseAddress): Promise<number | undefined> {
  const [row] = await rowsOf(address, 'select @@pid_file as file');
  try {
    return Number(readFileSync(String(row?.file), 'utf8'));
  } catch {
    return undefined;
  }
}
