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
import { cacheOf, SERVERS, serverPrograms } from '../servers/programs';
import type { Machine } from './network';

export const PASSWORD = 'of-a-test';
const INITIALISER = process.getuid?.() === 0 ? ['--user=root'] : [];
const QUICK = ['--bind-address=127.0.0.1', '--loose-mysqlx=OFF', '--performance-schema=OFF'];
const SMALL = ['--innodb-flush-log-at-trx-commit=2', '--innodb-buffer-pool-size=64M', '--max-connections=300'];

/** What a node has beside its options. */
interface Surroundings {
  readonly env?: NodeJS.ProcessEnv;
  /** Where it runs, and the program that starts another one there. */
  readonly machine?: Machine & { readonly ip: string };
}

/**
 * Creates servers in their own folder, as copies of one data directory.
 * @param kind which server, obtained from Debian if this machine has another one; by default that of this machine
 */
export async function prepareNodes(kind?: ServerProgram['kind']) {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-nodes-'));
  const nodes: DatabaseNode[] = [];
  const removeAll = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const folders = programFolders(process.env.PATH ?? '');
    const say = (line: string) => console.log(line);
    const isRoot = process.getuid?.() === 0;
    let program = await obtainServerProgram({ folders, folder, isRoot, osRelease: osRelease(), say });
    if (kind !== undefined && kind !== program.kind) {
      const downloaded = await serverPrograms(SERVERS[kind], cacheOf(kind), folders, say);
      program = await obtainServerProgram({ folders: [downloaded], folder, isRoot: false, osRelease: '', say });
    }
    const template = await prepareDataDirectory(program, folder, INITIALISER);
    const add = async (name: string, options: readonly string[], around: Surroundings = {}) => {
      const own = join(folder, name);
      mkdirSync(join(own, 'tmp'), { recursive: true });
      cpSync(template, join(own, 'data'), { recursive: true });
      const node = new DatabaseNode(program, own, around.machine ? 3306 : await freePort(), options, around);
      nodes.push(node);
      return node;
    };
    // The first server runs alone once, so that every copy has the account.
    const accountFile = join(folder, 'account.sql');
    writeFileSync(
      accountFile,
      [`alter user root@localhost identified by '${PASSWORD}';`, `rename user root@localhost to root@'%';\n`].join(
        '\n',
      ),
    );
    const first = await add('template', ['--skip-log-bin', `--init-file=${accountFile}`]);
    await first.start();
    await first.stop();
    rmSync(template, { recursive: true });
    cpSync(first.dataDirectory, template, { recursive: true });
    // MySQL's identity of a server, which must be unique.
    rmSync(join(template, 'auto.cnf'), { force: true });
    return { folder, program, add, removeAll };
  } catch (error) {
    await removeAll();
    throw error;
  }
}

/** Its options and its surroundings are those of every start; the environment is by default that of the test. */
export class DatabaseNode {
  readonly dataDirectory: string;
  readonly #pidFile: string;
  #process: ServerProcess | undefined;

  constructor(
    private readonly program: ServerProgram,
    readonly folder: string,
    readonly port: number,
    private readonly options: readonly string[],
    private readonly around: Surroundings,
  ) {
    this.dataDirectory = join(folder, 'data');
    this.#pidFile = join(folder, 'server.pid');
  }

  /** Host and port. */
  get address(): string {
    return `${this.around.machine?.clients ?? '127.0.0.1'}:${this.port}`;
  }

  get url(): string {
    return `mysql://root:${PASSWORD}@${this.address}`;
  }

  urlOf(database: string): string {
    return `${this.url}/${database}`;
  }

  /** Waits until it answers. @param further options of this start alone */
  async start(...further: string[]): Promise<void> {
    const own = [
      `--datadir=${this.dataDirectory}`,
      `--pid-file=${this.#pidFile}`,
      '--socket=server.sock',
      `--port=${this.port}`,
      `--tmpdir=${join(this.folder, 'tmp')}`,
      `--secure-file-priv=${this.folder}`,
    ];
    // The server uses the first `--user` option.
    const options = [...this.options, ...further, ...INITIALISER];
    const args = ['--no-defaults', ...own, ...SMALL_FILES, ...QUICK, ...SMALL, ...options];
    const { env, machine } = this.around;
    const command = machine === undefined ? [] : [machine.ip, 'netns', 'exec', machine.namespace];
    const [program, ...before] = [...command, this.program.path];
    this.#process = ServerProcess.spawn(program, [...before, ...args], join(this.folder, 'server.log'), env);
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
    process.kill(Number(readFileSync(this.#pidFile, 'utf8')), name);
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
}
