/** The image: built from this checkout, and run as a container engine does. */

import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../tools/local-server/free-port';
import { holdTenants } from '../db/held-table';
import { insertHousehold } from '../db/household';
import { everyGroup, json, LEASES, send } from '../http/client';
import { until } from '../support/until';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { servingUrl } from '../support/serving-account';
import { TEST_SECRET } from '../support/tokens';
import { type Options, type Running, startContainer } from './container';
import { buildImage, type Image } from './image';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '..', '..');
const MB = 1e6;

let folder: string;
let image: Image;
let database: TestDatabase;
let container: Running | undefined;
let ports: { PORT: string; ADMIN_PORT: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-image-'));
  ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) };
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  image = await buildImage(folder);
}, INSTALL_LIMIT_MS);
afterEach(async () => {
  await container?.kill('KILL').catch(() => undefined);
  await container?.exited;
  container = undefined;
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(options: Partial<Options> = {}): Running {
  container = startContainer(folder, image, {
    readOnly: true,
    env: { DATABASE_URL: servingUrl(database.url), AUTH_JWT_SECRET: TEST_SECRET, ...ports, ...options.env },
    ...(options.command && { command: options.command }),
    ...(options.readOnly !== undefined && { readOnly: options.readOnly }),
  });
  return container;
}

/** The program of its health check, without the word `CMD`. */
const healthCheck = () => image.config.Healthcheck.Test.slice(1);

async function ready(running: Running): Promise<void> {
  let ended = false;
  void running.exited.then(() => (ended = true));
  await until(async () => {
    if (ended) throw new Error(running.output());
    return (await running.exec(healthCheck())).status === 0;
  }, 'the container is healthy');
}

// An address of this machine other than that of its loopback name: the container listens on all.
const ask = async () =>
  send(`http://127.0.0.2:${ports.PORT}${LEASES}`, { token: await everyGroup(), body: { identifier: 'north-tenant' } });

/** Every file and folder below a folder of this machine. */
const treeOf = (path: string) => readdirSync(path, { recursive: true, withFileTypes: true });

const bytesOf = (path: string): number =>
  treeOf(path)
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);

test('it is small, has no secret of the build, and only the packages of production', () => {
  const size = bytesOf(image.root) - bytesOf(image.base);
  console.log(`${(size / MB).toFixed(1)} MB on top of the base`);
  expect(size).toBeGreaterThan(10 * MB);
  expect(size).toBeLessThan(200 * MB);
  const app = join(image.root, 'app');
  const files = ['LICENSE', 'bin', 'dist', 'node_modules', 'openapi.json', 'package.json'];
  expect(readdirSync(app).toSorted()).toEqual(files);
  const added = treeOf(image.root).map(({ name }) => name);
  for (const secret of ['.npmrc', 'npmrc', 'npm-cache', 'npm-authorities']) expect(added).not.toContain(secret);

  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; optional?: true; peer?: true }>;
  };
  const isNeeded = (path: string) => {
    const { dev, devOptional, optional, peer } = packages[path]!;
    return !(dev || devOptional || optional || peer);
  };
  const present = (path: string) => lstatSync(join(app, path), { throwIfNoEntry: false }) !== undefined;
  const paths = Object.keys(packages).filter((path) => path !== '');
  expect(paths.filter((path) => isNeeded(path) && !present(path))).toEqual([]);
  expect(paths.filter((path) => packages[path]!.dev && present(path))).toEqual([]);
});

test('what it says to a container engine', () => {
  expect(image.config).toMatchObject({
    User: '65532:65532',
    WorkingDir: '/app',
    Entrypoint: ['node', '/app/bin/leasegate'],
    Cmd: ['serve'],
    ExposedPorts: { '4000/tcp': {}, '4001/tcp': {} },
  });
  expect(image.config.Env).toEqual(expect.arrayContaining(['HOST=0.0.0.0', 'ADMIN_HOST=0.0.0.0']));
  // Neither form starts a shell, and there is none.
  expect(image.config.Healthcheck.Test).toEqual(['CMD', 'node', '/app/bin/leasegate', 'ready']);
  expect(treeOf(image.root).filter(({ name }) => ['sh', 'bash', 'dash', 'busybox'].includes(name))).toEqual([]);
});

test('read-only: it serves, is healthy, drains on SIGTERM, and starts again', async () => {
  const first = start({ env: { SHUTDOWN_DELAY_SECONDS: '1' } });
  await ready(first);
  console.log(`ready after ${Math.round(performance.now() - first.began)} ms`);
  expect(json(await ask())).toMatchObject({ leases: [{ identifier: 'north-lease' }] });

  const held = await holdTenants(database.url);
  const inFlight = ask();
  await held.awaited();
  await first.kill('TERM');
  await until(async () => (await first.exec(healthCheck())).status === 1, 'the container says that it stops');
  await held.release();
  expect((await inFlight).status).toBe(200);
  expect(await first.exited).toBe(0);
  expect(first.output()).toMatch(/"msg":"stopped"}\n$/);

  const second = start();
  await ready(second);
  expect((await ask()).status).toBe(200);
});

test('its health check fails when lookups cannot be answered', async () => {
  const empty = await createEmptyDatabase();
  const running = start({ env: { DATABASE_URL: empty.url } });
  await until(() => running.output().includes('"msg":"listening"'), 'it listens');
  const { status, stdout } = await running.exec(healthCheck());
  expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('not ready: the schema lacks') });
  await empty.drop();
});

test('the other commands run in it', async () => {
  const empty = await createEmptyDatabase();
  const migration = start({ command: ['migrate'], env: { DATABASE_URL: empty.url } });
  expect(await migration.exited).toBe(0);
  const seeding = start({ command: ['seed', '--leases', '20', '--groups', '2'], env: { DATABASE_URL: empty.url } });
  expect([await seeding.exited, seeding.output()]).toEqual([0, expect.any(String)]);
  await empty.drop();
});

test.each([
  [true, []],
  [false, ['/tmp']],
])('read-only %s: what its user may write: %j', async (readOnly, writable) => {
  const running = start({ readOnly });
  await ready(running);
  const status = await running.exec(['node', '-p', "require('node:fs').readFileSync('/proc/1/status', 'utf8')"]);
  expect(status.stdout).toMatch(/^Name:\s+(node|MainThread)$/m);
  expect(status.stdout).toMatch(/^Uid:\s+65532\s/m);
  expect(status.stdout).toMatch(/^Gid:\s+65532\s/m);
  expect(status.stdout).toMatch(/^CapEff:\s+0+$/m);
  const found = await running.exec(['node', '-p', WRITABLE]);
  expect(JSON.parse(found.stdout)).toEqual(writable);
});

/** Every path that the user may write, without what the kernel shows as files. */
const WRITABLE = `
  const fs = require('node:fs');
  const mayWrite = (path) => { try { fs.accessSync(path, fs.constants.W_OK); return true; } catch { return false; } };
  const visit = (folder) => fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = (folder === '/' ? '' : folder) + '/' + entry.name;
    if (['/proc', '/dev', '/sys'].includes(path) || entry.isSymbolicLink()) return [];
    let below = [];
    try { if (entry.isDirectory()) below = visit(path); } catch {}
    return mayWrite(path) ? [path, ...below] : below;
  });
  JSON.stringify(visit('/'))`;
