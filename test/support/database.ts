/** New databases on the test server. */

import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import type { Tables } from '../../src/db/tables';
import { ServiceError } from '../../src/errors';
import { readDatabaseAddress } from '../../src/config/settings';
import { seal } from './canary';
import { databasePrefix, databaseUrl, runOnServer } from './server';
import { grantsOnDatabase, grantsOnTables, servingUser } from './serving-account';

export { databasePrefix, databaseUrl, onServer, serverKind, serverUrl } from './server';

export interface TestDatabase {
  /** The URL of an account with all rights; a gateway gets another (`servingUrl`). */
  readonly url: string;
  readonly db: Kysely<Tables>;
  drop(): Promise<void>;
}

/** A separate database with the newest schema. `charset` is the database's default, utf8mb4 unless given. */
export async function createTestDatabase(options: { charset?: string } = {}): Promise<TestDatabase> {
  const database = await createDatabase(options);
  await migrate(database.db);
  await runOnServer(grantsOnTables(nameIn(database.url), servingUser()));
  return database;
}

/** The same without a schema. */
export async function createEmptyDatabase(options: { charset?: string } = {}): Promise<TestDatabase> {
  const database = await createDatabase(options);
  await runOnServer(grantsOnDatabase(nameIn(database.url), servingUser()));
  return database;
}

/** A database for the tests of one file, from its first test to its last. */
export function databaseForAllTests(): TestDatabase {
  const database: Partial<TestDatabase> = {};
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
  });
  afterAll(() => database.drop?.());
  return database as TestDatabase;
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

async function createDatabase({ charset = 'utf8mb4' }: { charset?: string }): Promise<TestDatabase> {
  const name = databasePrefix() + randomBytes(6).toString('hex');
  await runOnServer([`create database ${name} character set ${charset}`]);
  const url = databaseUrl(name);
  const db = connect(readDatabaseAddress({ DATABASE_URL: url }), COMMAND_CONNECTION);
  const drop = async () => {
    await db.destroy();
    await runOnServer([`drop database if exists ${name}`]);
  };
  return { url, db, drop };
}

const sealings = new Map<string, Promise<void>>();

/**
 * Adds the sealed group to a database of this run (`canary.ts`), once for all gateways that use it. A database without
 * our tables, or on another server, is left unchanged.
 */
export async function sealDatabase(url: string): Promise<void> {
  const sealing = sealings.get(url) ?? sealNow(url).finally(() => sealings.delete(url));
  sealings.set(url, sealing);
  return sealing;
}

async function sealNow(url: string): Promise<void> {
  if (!new URL(url).pathname.startsWith(`/${databasePrefix()}`)) return;
  const db = connect(readDatabaseAddress({ DATABASE_URL: url }), COMMAND_CONNECTION);
  try {
    await seal(db);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  } finally {
    await db.destroy();
  }
}
