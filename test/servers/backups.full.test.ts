/** The commands of docs/operate/upgrading.md, run as printed on a MariaDB and a MySQL of their own: every record comes back. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { type Connection, createConnection } from 'mysql2/promise';

import { seedDatabase } from '../../ingest/seed/seed';
import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { COLUMNS } from '../../src/db/tables';
import { findServerProgram, programFolders } from '../../tools/local-server/programs';
import { type LocalServer, startLocalServer } from '../../tools/local-server/start';
import { codeBlocks, section } from '../docs/markdown';
import { readText, ROOT } from '../docs/repository';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { TEST_SECRET } from '../support/tokens';
import { serverPrograms, SERVERS } from './programs';

jest.setTimeout(120_000);

const PASSWORD = 'another long random password';
const KEEPER = codeBlocks(readText('docs/operate/database.md'), 'sql').find((block) => block.includes('_keeper'))!;
const BLOCKS = codeBlocks(section(readText('docs/operate/upgrading.md'), 'Back up and restore'), 'sh');
/** The block whose comment begins like this: what dumps, and what loads. */
function commandsOf(title: string): { dump: string; load: string } {
  const block = BLOCKS.find((each) => each.startsWith(`# ${title}`))!;
  const lines = block.trim().split('\n');
  return { dump: lines.slice(0, -1).join('\n'), load: lines.at(-1)! };
}

type Product = 'mariadb' | 'mysql';
type Server = LocalServer & { readonly programs: string; readonly root: Connection };

const folder = mkdtempSync(join(tmpdir(), 'leasegate-backups-'));
const servers = {} as Record<Product, Server>;

/** The servers: that of this run and the other product, both as their makers configure them. */
beforeAll(async () => {
  const here = process.env.TEST_DATABASE_PROGRAMS ?? '';
  const own = here === '' ? undefined : await findServerProgram([here]);
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'leasegate', 'mysql');
  const usual = programFolders(process.env.PATH ?? '');
  const say = (line: string) => console.log(line);
  const folders = {
    mariadb: own?.kind === 'mariadb' ? here : dirname(await debianProgram('mariadb-client', 'mariadb-dump')),
    mysql: own?.kind === 'mysql' ? here : await serverPrograms(SERVERS.mysql, cache, usual, say),
  };
  for (const [product, programs] of Object.entries(folders) as [Product, string][]) {
    const path = `${programs}:${process.env.PATH}`;
    const options = { folder: join(folder, product), path, say };
    const server = await startLocalServer({ ...options, serverOptions: ['--log-bin=binlog'] });
    expect(server.program.kind).toBe(product);
    const root = await createConnection({ uri: server.url, multipleStatements: true, dateStrings: true });
    servers[product] = { ...server, programs, root };
    await root.query(`create database leasegate; ${KEEPER}`);
  }
}, INSTALL_LIMIT_MS);
afterAll(async () => {
  for (const { root, stop } of Object.values(servers)) {
    await root.end();
    await stop();
  }
  rmSync(folder, { recursive: true });
});

/** Runs a command in a shell whose programs and options are those of the user of a server. */
async function run(command: string, server: Server, account: 'root' | 'leasegate_keeper'): Promise<string> {
  const { hostname, port, password: own } = new URL(server.url);
  const password = account === 'root' ? own : PASSWORD;
  const options = ['[client]', `host=${hostname}`, `port=${port}`, `user=${account}`, `password="${password}"`];
  writeFileSync(join(folder, '.my.cnf'), `${options.join('\n')}\n`, { mode: 0o600 });
  const env = {
    HOME: folder,
    PATH: `${server.programs}:${join(ROOT, 'bin')}:${process.env.PATH}`,
    DATABASE_URL: `mysql://${account}:${encodeURIComponent(password)}@${hostname}:${port}/leasegate`,
    AUTH_JWT_SECRET: TEST_SECRET,
  };
  const shell = ['--norc', '-euo', 'pipefail', '-c', command];
  const { stdout, stderr } = await promisify(execFile)('bash', shell, { cwd: folder, env });
  return stderr + stdout;
}

/** The rows of every table. */
async function contents({ root }: Server): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const table of Object.keys(COLUMNS).filter((name) => !name.startsWith('kysely')))
    [all[table]] = await root.query('select * from leasegate.?? order by 1, 2', [table]);
  return all;
}

/** An empty database with records of each kind, texts that need quotes, memberships and tokens. */
async function fill(server: Server): Promise<void> {
  await empty(server);
  await run('leasegate migrate', server, 'leasegate_keeper');
  const db = connect(readDatabaseAddress({ DATABASE_URL: `${server.url}/leasegate` }), COMMAND_CONNECTION);
  await seedDatabase({ db, leases: 300, groups: 4, seed: 3, baseDate: '2026-01-01' });
  await db.destroy();
  const texts = [`'"\\\n\r\t\x1a;-- /*!*/`, 'Zürich 🏠', ' NULL ', '\\N'].map((text, nth) => [`x-${nth}${text}`, text]);
  await server.root.query('insert into leasegate.`groups` (identifier, external_ref) values ?', [texts]);
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  for (let at = 0; at < everyByte.length; at += 32)
    await server.root.query(
      `insert into leasegate.opaque_tokens (sha256, subject, group_grant, created_at) values (?, 'Ö', 'listed', 1)`,
      [everyByte.subarray(at, at + 32)],
    );
  await server.root.query(`use leasegate; insert into callers (subject) values ('Ö');
    insert into opaque_token_groups select t.id, g.id from opaque_tokens as t, \`groups\` as g;
    insert into caller_groups select c.id, g.id from callers as c, \`groups\` as g; use mysql`);
}

const empty = ({ root }: Server) => root.query('drop database leasegate; create database leasegate');

async function restored(server: Server, load: string): Promise<Record<string, unknown>> {
  expect(await run(load, server, 'leasegate_keeper')).toBe('');
  expect(await run('leasegate check', server, 'leasegate_keeper')).toMatch(/^(?:.*: ok\n)+$/);
  return contents(server);
}

/** Turns GTIDs of MySQL on or off. A server accepts one step at a time. */
async function setGtids(isOn: boolean): Promise<void> {
  const steps = ['OFF', 'OFF_PERMISSIVE', 'ON_PERMISSIVE', 'ON'];
  await servers.mysql.root.query('set global enforce_gtid_consistency = ON');
  const [[row]] = (await servers.mysql.root.query('select @@gtid_mode as mode')) as unknown as [{ mode: string }[]];
  for (let at = steps.indexOf(row!.mode); at !== (isOn ? 3 : 0);)
    await servers.mysql.root.query('set global gtid_mode = ?', [steps[(at += isOn ? 1 : -1)]]);
}

describe.each([
  ['MariaDB', 'mariadb', undefined],
  ['MySQL', 'mysql', true],
  ['MySQL', 'mysql', false],
] as const)('%s', (name, product, gtids) => {
  const other = product === 'mysql' ? 'mariadb' : 'mysql';
  let before: Record<string, unknown>;
  beforeAll(async () => {
    if (gtids !== undefined) await setGtids(gtids);
    await fill(servers[product]);
    before = await contents(servers[product]);
    expect(Object.values(before).map((rows) => (rows as object[]).length)).not.toContain(0);
  });

  test(`a backup comes back${gtids === undefined ? '' : gtids ? ', with GTIDs' : ', without GTIDs'}`, async () => {
    const { dump, load } = commandsOf(name);
    expect(await run(dump, servers[product], 'leasegate_keeper')).toBe('');
    await empty(servers[product]);
    expect(await restored(servers[product], load)).toEqual(before);
  });

  test('the records go to the other product', async () => {
    const { dump, load } = commandsOf(`From ${name}`);
    expect(await run(dump, servers[product], product === 'mariadb' ? 'root' : 'leasegate_keeper')).toBe('');
    await empty(servers[other]);
    await run('leasegate migrate', servers[other], 'leasegate_keeper');
    expect(await restored(servers[other], load)).toEqual(before);
  });
});

test('MySQL refuses what the program of MariaDB dumps from it, as the page says', async () => {
  await fill(servers.mysql);
  const dump = commandsOf('MariaDB').dump.replaceAll('mariadb-dump', join(servers.mariadb.programs, 'mariadb-dump'));
  await run(`${dump} || true`, servers.mysql, 'root');
  await empty(servers.mysql);
  await expect(run(commandsOf('MySQL').load, servers.mysql, 'root')).rejects.toThrow('ERROR 3105');
});
