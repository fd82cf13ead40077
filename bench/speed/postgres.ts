/** A private PostgreSQL server from Debian's packages: in a folder, on 127.0.0.1 and a free port. */

import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../tools/local-server/free-port';
import { startGuarded } from '../../tools/local-server/server-process';

const DEBIAN = '/usr/lib/postgresql';
const START_TRIES = 200;

export interface Postgres {
  /** `postgres://user:password@127.0.0.1:port/postgres`. */
  readonly url: string;
  /** The server's own name and version: `PostgreSQL 15.14`. */
  readonly version: string;
  readonly pid: number;
  /** Runs a script with `psql`. @throws {Error} at the first error */
  run(script: string): string;
  stop(): Promise<void>;
}

/** @param folder is created for this server only */
export async function startPostgres(folder: string, say: (line: string) => void): Promise<Postgres> {
  const programs = postgresPrograms() ?? installed(say);
  const account = accountToRunAs();
  mkdirSync(folder, { recursive: true });
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);

  const data = join(folder, 'data');
  const initial = [
    '-D',
    data,
    '-U',
    'bench',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--no-sync',
  ];
  execFileSync(join(programs, 'initdb'), initial, { ...account, cwd: folder, stdio: 'pipe' });
  rmSync(passwordFile);

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '256MB',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = startGuarded(() =>
    spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
      detached: true,
    }),
  );
  const url = `postgres://bench:${password}@127.0.0.1:${port}/postgres`;
  const run = (script: string): string =>
    execFileSync(join(programs, 'psql'), ['-XqAt', '-v', 'ON_ERROR_STOP=1', url], {
      input: script,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const stop = async () => {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    // The fast shutdown, which does not wait for clients.
    server.kill('SIGINT');
    await ended;
  };
  try {
    const version = await firstAnswer(() => run('show server_version'));
    return { url, version: `PostgreSQL ${version.split(' ')[0]?.trim() ?? ''}`, pid: server.pid ?? 0, run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function firstAnswer(ask: () => string): Promise<string> {
  for (let tries = START_TRIES; ; tries -= 1) {
    try {
      return ask();
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(100);
    }
  }
}

function postgresPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

function installed(say: (line: string) => void): string {
  say('No PostgreSQL found; installing Debian’s with apt-get (no service starts) …');
  // Debian's package would create and start a cluster.
  mkdirSync('/etc/postgresql-common', { recursive: true });
  const own = '/etc/postgresql-common/createcluster.conf';
  if (!existsSync(own)) writeFileSync(own, 'create_main_cluster = false\n');
  const apt = (...args: string[]) =>
    execFileSync('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args], { stdio: 'pipe' });
  apt('update');
  apt('install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', 'postgresql');
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL could not be installed.');
  return programs;
}

/** PostgreSQL refuses to run as root. */
function accountToRunAs(): { uid: number; gid: number } {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
