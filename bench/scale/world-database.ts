import { randomBytes } from 'node:crypto';

import { createConnection } from 'mysql2/promise';

import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import type { DatabaseAddress } from '../../src/config/setting-values';
import { readDatabaseAddress } from '../../src/config/settings';
import type { IdOrder } from './facts';
import { fillWorld } from './world';

export interface WorldDatabaseOptions {
  /** The server, with an account that may create databases. */
  readonly serverUrl: string;
  readonly leases: number;
  readonly order: IdOrder;
  readonly now: () => number;
}

/** Runs `work` on a world in a database of its own, which is dropped afterwards. */
export async function inWorld<Result>(
  { serverUrl, ...world }: WorldDatabaseOptions,
  work: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  const name = `leasegate_bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  const server = await createConnection(url.href);
  try {
    await server.query(`create database ${name} character set utf8mb4`);
    url.pathname = name;
    const address = readDatabaseAddress({ DATABASE_URL: url.href });
    const db = connect(address, COMMAND_CONNECTION);
    try {
      await migrate(db);
      await fillWorld({ db, ...world });
    } finally {
      await db.destroy();
    }
    return await work(address);
  } finally {
    await server.query(`drop database if exists ${name}`);
    await server.end();
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
