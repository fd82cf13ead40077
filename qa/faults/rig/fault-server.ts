/** A private database server with a world in it, and the account of the gateways. */

import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import { COMMAND_CONNECTION, connect } from '../../../src/db/connect';
import { migrate } from '../../../src/db/migrations/index';
import { readDatabaseAddress } from '../../../src/config/settings';
import { type PrivateServer, startPrivateServer } from '../../../test/db/private-server';
import { loadWorld } from '../../../test/oracle/load';
import { creation, grantsOnDatabase, SERVING_PASSWORD } from '../../../test/support/serving-account';
import type { Scene } from './questions';

/** The account of the gateways. */
const USER = 'leasegate';

export class FaultServer {
  private constructor(private readonly server: PrivateServer) {}

  static async start({ world, askers }: Scene): Promise<FaultServer> {
    const privateServer = await startPrivateServer({});
    const db = connect(readDatabaseAddress({ DATABASE_URL: privateServer.databaseUrl }), COMMAND_CONNECTION);
    await migrate(db);
    await loadWorld(db, world, askers);
    await db.destroy();
    const server = new FaultServer(privateServer);
    await server.withConnection(async (connection) => {
      const statements = [...creation(USER), ...grantsOnDatabase('leasegate', USER)];
      for (const statement of statements) await connection.query(statement);
    });
    return server;
  }

  async kind(): Promise<string> {
    const [rows] = await this.withConnection((connection) =>
      connection.query<RowDataPacket[]>('select version() as version'),
    );
    const version = String(rows[0]?.version);
    return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${/^\d+\.\d+/.exec(version)?.[0]}`;
  }

  /** The URL of the gateways' account. */
  get url(): string {
    return Object.assign(new URL(this.server.databaseUrl), { username: USER, password: SERVING_PASSWORD }).href;
  }

  /** A connection with administrator rights. */
  async withConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await createConnection({ uri: this.server.databaseUrl, connectTimeout: 5_000 });
    return work(connection).finally(() => connection.destroy());
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** The ids of the connections of the gateways. */
export async function sessions(connection: Connection): Promise<number[]> {
  const sql = 'select id from information_schema.processlist where user = ?';
  const [rows] = await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true }, [USER]);
  return rows.map((row) => Number(row[0]));
}
