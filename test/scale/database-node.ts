/** Database servers that a test sets up together, kills and restarts. Each keeps its port and its data. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { obtainServerProgram, osRelease } from '../../tools/local-server/install';
import { prepareDataDirectory, SMALL_FILES } from '../../tools/local-server/data-directory';
import { freePort } from '../../tools/local-server/free-port';
import { programFolders, type ServerProgram } from '../../tools/local-server/programs';
import { ServerProcess } from '../../tools/local-server/server-process';

const PASSWORD = 'of-a-test';
const INITIALISER = process.getuid?.() === 0 ? ['--user=root'] : [];
const QUICK = ['--bind-address=127.0.0.1', '--loose-mysqlx=OFF', '--performance-schema=OFF'];
const SMALL = ['--innodb-flush-log-at-trx-commit=2', '--innodb-buffer-pool-size=64M', '--max-connections=300'];

export interface NodeOptions {
  readonly name: string;
  /** Options of the server program for every start. */
  readonly options: readonly string[];
  /** The environment of the server program for every start; by default that of the test. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Creates servers in their own folder, as copies of one data directory. */
export class Nodes {
  readonly #nodes: DatabaseNode[] = [];

  private constructor(
    readonly folder: string,
    readonly program: ServerProgram,
    private readonly template: string,
  ) {}

  static async prepare(): Promise<Nodes> {
    const folder = mkdtempSync(join(tmpdir(), 'leasegate-nodes-'));
    try {
      return await Nodes.#in(folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  static async #in(folder: string): Promise<Nodes> {
    const folders = programFolders(process.env.PATH ?? '');
    const say = (line: string) => console.log(line);
    const isRoot = process.getuid?.() === 0;
    const program = await obtainServerProgram({ folders, folder, isRoot, osRelease: osRelease(), say });
    const template = await prepareDataDirectory(program, folder, INITIALISER);
    const nodes = new Nodes(folder, program, template);
    // The first server runs alone once, so that every copy has the account.
    const accountFile = join(folder, 'account.sql');
    writeFileSync(accountFile, `alter user 'root'@'localhost' identified by '${PASSWORD}';\n`);
    const first = await nodes.add({ name: 'template', options: ['--skip-log-bin', `--init-file=${accountFile}`] });
    await first.start();
    await first.stop();
    rmSync(template, { recursive: true });
    cpSync(first.dataDirectory, template, { recursive: true });
    // MySQL's identity of a server, which must be unique.
    rmSync(join(template, 'auto.cnf'), { force: true });
    return nodes;
  }

  async add({ name, options, env }: NodeOptions): Promise<DatabaseNode> {
    const folder = join(this.folder, name);
    mkdirSync(join(folder, 'tmp'), { recursive: true });
    cpSync(this.template, join(folder, 'data'), { recursive: true });
    const node = new DatabaseNode(this.program, folder, await freePort(), options, env);
    this.#nodes.push(node);
    return node;
  }

  async removeAll(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.kill()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class DatabaseNode {
  readonly dataDirectory: string;
  readonly pidFile: string;
  #process: ServerProcess | undefined;

  constructor(
    private readonly program: ServerProgram,
    readonly folder: string,
    readonly port: number,
    private readonly options: readonly string[],
    private readonly env: NodeJS.ProcessEnv | undefined,
  ) {
    this.dataDirectory = join(folder, 'data');
    this.pidFile = join(folder, 'server.pid');
  }

  get url(): string {
    return `mysql://root:${PASSWORD}@127.0.0.1:${this.port}`;
  }

  urlOf(database: string): string {
    return `${this.url}/${database}`;
  }

  /** Waits until it answers. @param further options of this start alone */
  async start(...further: string[]): Promise<void> {
    const own = [
      `--datadir=${this.dataDirectory}`,
      `--pid-file=${this.pidFile}`,
      '--socket=server.sock',
      `--port=${this.port}`,
      `--tmpdir=${join(this.folder, 'tmp')}`,
      `--secure-file-priv=${this.folder}`,
    ];
    // The server uses the first `--user` option.
    const options = [...this.options, ...further, ...INITIALISER];
    const args = ['--no-defaults', ...own, ...SMALL_FILES, ...QUICK, ...SMALL, ...options];
    this.#process = ServerProcess.spawn(this.program.path, args, join(this.folder, 'server.log'), this.env);
    await this.#process.answers(this.url);
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    this.#process = undefined;
  }

  /** Kills it at once, whatever it is doing. */
  async kill(): Promise<void> {
    if (this.#process === undefined) return;
    try {
      this.signal('SIGKILL');
    } catch {
      // The process may have ended already.
    }
    await this.stop();
  }

  signal(name: NodeJS.Signals): void {
    process.kill(Number(readFileSync(this.pidFile, 'utf8')), name);
  }

  async query(...statements: string[]): Promise<RowDataPacket[]> {
    const connection = await createConnection(this.url);
    try {
      let rows: RowDataPacket[] = [];
      for (const statement of statements) [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    } finally {
      await connection.end();
    }
  }

  /** The number of SELECT statements that it has answered since it started. */
  async selects(): Promise<number> {
    const [row] = await this.query(`show global status like 'Com_select'`);
    return Number(row?.Value);
  }
}
