/** A database server with its own data folder, which can be stopped and restarted with all its data. */

import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import { COMMAND_CONNECTION, connect } from '../../../src/db/connect';
import { migrate } from '../../../src/db/migrations/index';
import { startLocalServer, type LocalServer } from '../../../tools/local-server/start';
import { readDatabaseAddress } from '../../../src/config/settings';
import type { Asker } from '../../../test/oracle/generate/callers';
import { loadWorld } from '../../../test/oracle/load';
import type { World } from '../../../test/oracle/world';
import { creation, grantsOnDatabase, SERVING_PASSWORD } from '../../../test/support/serving-account';

/** The account of the gateways. */
const USER = 'leasegate';
const DATABASE = 'leasegate';

export class FaultServer {
  #running: LocalServer | undefined;

  constructor(private readonly folder: string) {}

  async start(): Promise<void> {
    this.#running = await startLocalServer({
      folder: this.folder,
      path: process.env.PATH ?? '',
      say: (line) => console.log(line),
    });
  }

  get kind(): string {
    const { program } = this.#now();
    return `${program.kind === 'mariadb' ? 'MariaDB' : 'MySQL'} ${program.version}`;
  }

  /** The URL of the gateways' account. */
  get url(): string {
    const url = new URL(`mysql://${USER}@127.0.0.1:${new URL(this.#now().url).port}/${DATABASE}`);
    url.password = SERVING_PASSWORD;
    return url.href;
  }

  /** Replaces the data of the server. */
  async hold(world: World, askers: readonly Asker[]): Promise<void> {
    await this.run(`create database if not exists ${DATABASE}`);
    await this.withDatabase(async (db) => {
      await migrate(db);
      await loadWorld(db, world, askers);
    });
    await this.run(`drop user if exists ${USER}@'%'`, ...creation(USER), ...grantsOnDatabase(DATABASE, USER));
  }

  async withDatabase(work: (db: ReturnType<typeof connect>) => Promise<void>): Promise<void> {
    const db = connect(readDatabaseAddress({ DATABASE_URL: `${this.#now().url}/${DATABASE}` }), COMMAND_CONNECTION);
    try {
      await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** A connection with administrator rights. */
  connection(): Promise<Connection> {
    return createConnection({ uri: this.#now().url, connectTimeout: 5_000 });
  }

  async run(...statements: readonly string[]): Promise<void> {
    const connection = await this.connection();
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  }

  async withConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.connection();
    return work(connection).finally(() => connection.destroy());
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }

  #now(): LocalServer {
    if (this.#running === undefined) throw new Error('the database server does not run');
    return this.#running;
  }
}

/** The ids of the connections of the gateways. */
export async function sessions(connection: Connection): Promise<number[]> {
  const sql = 'select id from information_schema.processlist where user = ?';
  const [rows] = await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true }, [USER]);
  return rows.map((row) => Number(row[0]));
}
