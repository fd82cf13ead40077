import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';

import { commandLine } from '../../tools/local-server/ownership';
import { type LocalServer, startLocalServer } from '../../tools/local-server/start';
import { runElsewhere } from './elsewhere';

let folder: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-server-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const start = (): Promise<LocalServer> =>
  startLocalServer({ folder, path: process.env.PATH ?? '', say: (line) => console.log(line) });

async function ask(url: string, sql: string): Promise<unknown> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    return (await connection.query({ sql, rowsAsArray: true }))[0];
  } finally {
    await connection.end();
  }
}

/** Starts the server in another process, which prints a line when it runs and then waits to be ended. */
async function startElsewhere(): Promise<ChildProcess> {
  const script = `
    require('./tools/local-server/start.ts')
      .startLocalServer({ folder: process.argv[1], path: process.env.PATH, say: console.log })
      .then((server) => console.log(server.url), (error) => console.log(error.message));
    setInterval(() => {}, 1000);`;
  const child = runElsewhere(script, folder);
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

const serverPid = (): number => Number(readFileSync(join(folder, 'server.pid'), 'utf8'));

async function goneWithin(pid: number, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; Date.now() < deadline; await sleep(20)) {
    if ((await commandLine(pid)) === undefined) return true;
  }
  return false;
}

test('data survives a restart, and nothing runs in between', async () => {
  const first = await start();
  await ask(first.url, 'create database kept; create table kept.t (n int); insert into kept.t values (7)');
  const pid = serverPid();
  await first.stop();
  expect(await commandLine(pid)).toBeUndefined();

  const second = await start();
  expect(await ask(second.url, 'select n from kept.t')).toEqual([[7]]);
  expect(existsSync(join(folder, 'owner.json'))).toBe(true);
  await second.stop();
  expect(existsSync(join(folder, 'owner.json'))).toBe(false);
  expect(second.url).not.toBe(first.url);
});

test('only the account with the password of this start can log in, and no secret stays in the folder', async () => {
  const server = await start();
  const open = new URL(server.url);
  open.password = '';
  await expect(ask(open.href, 'select 1')).rejects.toThrow(/Access denied/);
  const password = new URL(server.url).password;
  for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()))
    expect(readFileSync(join(folder, file.name), 'utf8')).not.toContain(password);
  expect(await commandLine(serverPid())).not.toContain(password);
  await server.stop();
});

test('a folder in use by another program is refused; when that program is killed, its server ends, too', async () => {
  const other = await startElsewhere();
  await expect(start()).rejects.toThrow(`${folder} is in use by process ${other.pid}`);
  const pid = serverPid();
  other.kill('SIGKILL');
  expect(await goneWithin(pid, 10_000)).toBe(true);
  await (await start()).stop();
});

test('a server that an earlier run left behind is ended; another process with its ID is not', async () => {
  const earlier = await start();
  const pid = serverPid();
  const next = await start();
  expect(await commandLine(pid)).toBeUndefined();
  await next.stop();
  await earlier.stop();

  const stranger = spawn('sleep', ['30']);
  children.push(stranger);
  writeFileSync(join(folder, 'server.pid'), `${stranger.pid}\n`);
  await (await start()).stop();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

// Damages the data directory, so it comes last.
test('a server that cannot start says why', async () => {
  for (const entry of readdirSync(folder).filter((name) => existsSync(join(folder, name, 'ibdata1'))))
    writeFileSync(join(folder, entry, 'ibdata1'), 'no tablespace');
  for (let time = 0; time < 2; time += 1) {
    await expect(start()).rejects.toThrow(/ended during its start:\n[^]*server\.log/);
    // Neither the claim of the folder nor a password is left.
    expect(readdirSync(folder).filter((name) => ['owner.json', 'account.sql'].includes(name))).toEqual([]);
  }
});
