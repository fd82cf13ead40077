/**
 * `npm run bench:import [-- --leases N] [-- --stream-leases N] [-- --rate N] [-- --seconds N] [-- --write]`: how fast `leasegate import` is from a
 * database, from files and as a stream, and what lookups notice of it. On the server that BENCH_DATABASE_URL or TEST_DATABASE_URL
 * names (`npm run mysql -- npm run bench:import`), else on a private one. `--write` writes a section of `docs/evidence.md`.
 */

import { execFileSync, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { SignJWT } from 'jose';
import { createConnection } from 'mysql2/promise';

import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import { onDatabaseServer } from '../scale/database-server';
import { serverName } from '../scale/world-database';
import { machine } from '../speed/machine';
import type { Request } from '../speed/requests';
import { post, type RunningServer, startServer } from '../speed/running-server';
import { type CommandRun, runCommand } from './command';
import { FOREIGN_CHARSET, foreignQueries } from './foreign-database';
import type { LookupFigures, Lookups } from './lookups';
import { lookupTable, report, type Step, stepTable } from './report';
import { changeTenth, differences, fillSource, portfolios, writeChanges, writeFiles } from './source';

const ROOT = join(__dirname, '..', '..', '..');
const SECRET = randomBytes(32).toString('hex');
const say = (line: string) => console.log(line);
const now = () => performance.now();

const { values } = parseArgs({
  options: {
    leases: { type: 'string', default: '1000000' },
    'stream-leases': { type: 'string' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
});
const leases = Number(values.leases);
const streamLeases = Number(values['stream-leases'] ?? leases);
const rate = Number(values.rate);
const GROUPS = Array.from({ length: 10 }, (_, index) => String(index + 1));
const ASKED = '8,000 records a second';
/** Of lookups without an import. */
const aloneMs = Number(values.seconds) * 1_000;

class Databases {
  readonly #prefix = `leasegate_bench_${randomBytes(6).toString('hex')}`;
  readonly #created: string[] = [];

  constructor(private readonly serverUrl: string) {}

  /** @returns its URL */
  async create(name: string, charset = 'utf8mb4'): Promise<string> {
    const database = `${this.#prefix}_${name}`;
    await this.run(`create database ${database} character set ${charset}`);
    this.#created.push(database);
    return Object.assign(new URL(this.serverUrl), { pathname: database }).href;
  }

  /** Migrated and empty. */
  async createTarget(name: string): Promise<string> {
    const url = await this.create(name);
    const db = connect(readDatabaseAddress({ DATABASE_URL: url }), COMMAND_CONNECTION);
    try {
      await migrate(db);
      return url;
    } finally {
      await db.destroy();
    }
  }

  async run(statement: string): Promise<void> {
    const connection = await createConnection(this.serverUrl);
    try {
      await connection.query(statement);
    } finally {
      await connection.end();
    }
  }

  async drop(): Promise<void> {
    for (const database of this.#created.splice(0)) await this.run(`drop database ${database}`);
  }
}

/** A server that was started for this run holds the data in memory, and its log all that is written between two checkpoints. */
async function makeRoom(databases: Databases, server: string): Promise<void> {
  const log = server.startsWith('MariaDB') ? 'innodb_log_file_size' : 'innodb_redo_log_capacity';
  await databases.run(`set global innodb_buffer_pool_size = ${4 * 1024 ** 3}`);
  await databases.run(`set global ${log} = ${2 * 1024 ** 3}`);
}

/** By e-mail address, and now and then a page. Person `n` and its portfolio are as the source is filled. */
function lookups(): Request[] {
  const all = portfolios(leases);
  return Array.from({ length: 5_000 }, (_, nth) => {
    if (nth % 10 === 9) return { path: '/leases/tenants/', body: JSON.stringify({ address: { city: 'Köln' } }) };
    const property = all * ((nth * 7919) % Math.floor(leases / 2 / all)) + (nth % GROUPS.length);
    return {
      path: '/leases/find-for-tenant/',
      body: JSON.stringify({ email_address: `p${2 * property}@example.com` }),
    };
  });
}

/** @param until resolves when they should end */
async function lookUp(about: Omit<Lookups, 'rate'>, until: () => Promise<unknown>): Promise<LookupFigures> {
  const child = fork(join(__dirname, 'lookups.js'));
  const message: Lookups = { ...about, rate };
  child.send(message);
  await until();
  child.send('stop');
  const [figures] = (await once(child, 'message')) as [LookupFigures];
  child.disconnect();
  return figures;
}

interface Report {
  readonly kinds: Readonly<Record<string, { readonly read: number; readonly unchanged: number }>>;
}

const readBy = ({ output }: CommandRun): number =>
  Object.values((JSON.parse(output) as Report).kinds).reduce((total, { read }) => total + read, 0);

async function bench(serverUrl: string, folder: string, tune: boolean): Promise<void> {
  const databases = new Databases(serverUrl);
  const load = loadavg()[0] ?? NaN;
  const server = await serverName(serverUrl);
  say(`${server}, ${leases.toLocaleString('en')} leases`);
  const steps: Step[] = [];
  const add = (step: Step) => {
    steps.push(step);
    say(`${step.title}: ${step.seconds.toFixed(1)} s`);
  };
  const imported = (title: string, run: CommandRun, asked?: string): void =>
    add({ title, records: readBy(run), seconds: run.seconds, bytes: run.bytes, asked });
  const same = async (sourceUrl: string, targetUrl: string, size: number): Promise<void> => {
    const different = await differences(sourceUrl, targetUrl, size);
    if (different.length > 0) throw new Error(`The stored records differ: ${different.join('; ')}`);
  };
  let gateway: RunningServer | undefined;
  try {
    if (tune) await makeRoom(databases, server);
    const sourceUrl = await databases.create('source', FOREIGN_CHARSET);
    let began = now();
    await fillSource(sourceUrl, leases);
    say(`Filled the source in ${Math.round((now() - began) / 1000)} s.`);

    const sqlUrl = await databases.createTarget('sql');
    const command = (databaseUrl: string, args: readonly string[], input?: string) =>
      runCommand(['import', ...args], { root: ROOT, folder, databaseUrl, input });
    const fromSql = ['queries', '--from', sourceUrl];
    began = now();
    mkdirSync(join(folder, 'queries'));
    for (const [file, query] of foreignQueries(ROOT)) writeFileSync(join(folder, 'queries', file), query);
    imported('from a database', await command(sqlUrl, [...fromSql, '--json']), ASKED);
    const token = await new SignJWT({ sub: 'caller', groups: GROUPS })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('6h')
      .sign(Buffer.from(SECRET));
    const requests = lookups();
    const dependencies = { root: ROOT, databaseUrl: sqlUrl, secret: SECRET, groups: GROUPS };
    gateway = await startServer('leasegate', { dependencies, token, first: requests[0]!, now });
    add({ title: 'from an empty database to the first answer of a gateway', seconds: (now() - began) / 1000 });
    for (const request of requests.slice(0, 10)) {
      const { body } = await post(gateway.port, token, request);
      if (!body.includes('"identifier"')) throw new Error(`A lookup found nothing: ${request.body}`);
    }
    imported('again, unchanged', await command(sqlUrl, [...fromSql, '--json']), 'less than 60 s at 1,000,000 leases');

    const about = { port: gateway.port, token, requests };
    await lookUp(about, () => sleep(3_000));
    const alone = await lookUp(about, () => sleep(aloneMs));
    await changeTenth(sourceUrl);
    const during = await lookUp(about, async () => {
      imported('again, with a tenth changed, beside lookups', await command(sqlUrl, [...fromSql, '--json']));
    });
    await gateway.stop();
    await same(sourceUrl, sqlUrl, leases);

    const files = join(folder, 'files');
    mkdirSync(files);
    await writeFiles(sourceUrl, files);
    const filesUrl = await databases.createTarget('files');
    imported('from NDJSON files', await command(filesUrl, [files, '--json']), ASKED);
    imported('again, unchanged', await command(filesUrl, [files, '--json']), 'a third of the seconds');
    await same(sourceUrl, filesUrl, leases);

    const changes = join(folder, 'changes.ndjson');
    const records = await writeChanges(files, changes, streamLeases);
    const streamUrl = await databases.createTarget('stream');
    const { seconds, bytes } = await command(streamUrl, ['-'], changes);
    const size = streamLeases === leases ? '' : `, ${streamLeases.toLocaleString('en')} leases`;
    add({ title: `as a stream of changes${size}`, records, seconds, bytes, asked: ASKED });
    await same(sourceUrl, streamUrl, streamLeases);

    const memory = tune ? ' The server has 4 GB for data and 2 GB for its log.' : '';
    const figures = { server, machine: machine(), memory, leases, steps, rate, alone, during };
    say(`\n${stepTable(steps)}\n\n${lookupTable(figures)}\n\nAll records agree with the source.`);
    if (values.write) write(server, report({ ...figures, load: [load, loadavg()[0] ?? NaN] }));
  } finally {
    await gateway?.stop();
    await databases.drop();
  }
}

function write(server: string, text: string): void {
  const section = server.startsWith('MariaDB') ? 'import-mariadb' : 'import-mysql';
  execFileSync(process.execPath, [join(ROOT, 'qa', 'evidence.mjs'), section], { input: text });
  say('Wrote docs/evidence.md.');
}

const { BENCH_DATABASE_URL: named, TEST_DATABASE_URL: started, PATH: path = '' } = process.env;
onDatabaseServer({ given: named ?? started, path, say }, (serverUrl, folder) =>
  bench(serverUrl, folder, named === undefined),
).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
