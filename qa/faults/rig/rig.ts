/** The environment of every trial: a private database server, a world in it, and gateways that a trial starts. */

import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

import type { Findings } from '../trial';
import { readDatabaseAddress } from '../../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../../src/db/connect';
import { migrate } from '../../../src/db/migrations/index';
import type { Environment, Serving } from '../../../test/cli/leasegate';
import { type PrivateServer, startPrivateServer } from '../../../test/db/private-server';
import { loadWorld } from '../../../test/oracle/load';
import { creation, grantsOnDatabase, SERVING_PASSWORD } from '../../../test/support/serving-account';
import { startGateway } from './gateway';
import { Load, type LoadOptions } from './load';
import { type Scene, setScene } from './questions';

/** The account of the gateways. */
const USER = 'leasegate';

/** What the log of a gateway never contains. */
const SECRETS = /canary-\d|@example\.org|Bearer |eyJ|\bselect .* from\b/i;

export class Rig {
  readonly #endings: (() => Promise<unknown>)[] = [];

  private constructor(
    private readonly server: PrivateServer,
    readonly scene: Scene,
  ) {}

  static async open(): Promise<Rig> {
    const scene = await setScene(new Date().toISOString().slice(0, 10));
    const server = await startPrivateServer({});
    const db = connect(readDatabaseAddress({ DATABASE_URL: server.databaseUrl }), COMMAND_CONNECTION);
    await migrate(db);
    await loadWorld(db, scene.world, scene.askers);
    await db.destroy();
    const rig = new Rig(server, scene);
    await rig.withConnection(async (connection) => {
      for (const statement of [...creation(USER), ...grantsOnDatabase('leasegate', USER)])
        await connection.query(statement);
    });
    return rig;
  }

  /** The URL of the gateways' account. */
  get databaseUrl(): string {
    return Object.assign(new URL(this.server.databaseUrl), { username: USER, password: SERVING_PASSWORD }).href;
  }

  /** A connection with administrator rights. */
  async withConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await createConnection({ uri: this.server.databaseUrl, connectTimeout: 5_000 });
    return work(connection).finally(() => connection.destroy());
  }

  /** Stops everything that a trial started. */
  async endTrial(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end();
  }

  atEnd(end: () => Promise<unknown>): void {
    this.#endings.push(end);
  }

  async serve(env: Environment = {}): Promise<Serving> {
    const gateway = await startGateway(this.databaseUrl, env);
    this.atEnd(() => gateway.end());
    return gateway;
  }

  load({ url }: Serving, options: Pick<LoadOptions, 'clients' | 'thinkMs' | 'requests'>): Load {
    return new Load({ url, questions: this.scene.questions, ...options });
  }

  /** The gateway is still running, stops on request, and has logged no secret. */
  async expectEnd(gateway: Serving, findings: Findings): Promise<void> {
    const status = await gateway.end();
    findings.must(status === 0, `the gateway ended with status ${status}`);
    const secret = SECRETS.exec(gateway.stdout())?.[0];
    findings.must(secret === undefined, `the log holds ${secret}`);
  }

  async close(): Promise<void> {
    await this.endTrial();
    await this.server.stop();
  }
}

/** The version of the database server. */
export async function versionOf(connection: Connection): Promise<string> {
  const [rows] = await connection.query<RowDataPacket[]>('select version() as version');
  const version = String(rows[0]?.version);
  return `${version.includes('MariaDB') ? 'MariaDB' : 'MySQL'} ${/^\d+\.\d+/.exec(version)?.[0]}`;
}

/** The ids of the connections of the gateways. */
export async function sessions(connection: Connection): Promise<number[]> {
  const sql = 'select id from information_schema.processlist where user = ?';
  const [rows] = await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true }, [USER]);
  return rows.map((row) => Number(row[0]));
}
