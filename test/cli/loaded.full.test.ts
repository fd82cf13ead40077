/** Each command loads only what it uses, because it starts often and runs in several processes. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { everyGroup, LEASES, send, sendGraphQL } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { leasegate, serve, type Serving } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const ROOT = join(__dirname, '..', '..');
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object };
const PACKAGES = Object.keys(dependencies);
const OF_OTHER_COMMANDS = ['csv-parse'];
const LOADED_OPTIONS = `--import ${join(__dirname, 'loaded-modules.mjs')}`;
const COMPILER = 'graphql-jit';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'leasegate-loaded-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const start = (env = {}): Promise<Serving> =>
  serve({
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    LOADED_MODULES: folder,
    NODE_OPTIONS: LOADED_OPTIONS,
    ...env,
  });

/** Ends the program. Returns the dependencies and the folders of `src` that its first process had loaded. */
async function loadedBy(gateway: Serving): Promise<{ packages: string[]; folders: string[]; files: string[] }> {
  expect(await gateway.end()).toBe(0);
  const files = readFileSync(join(folder, `${gateway.pid}`), 'utf8').split('\n');
  const packages = PACKAGES.filter((name) => files.some((file) => file.includes(`/node_modules/${name}/`)));
  const folders = files.flatMap((file) => /\/dist\/src\/([^/]+)\/.+\.js$/.exec(file.replace(ROOT, ''))?.[1] ?? []);
  return { packages, folders: [...new Set(folders)], files };
}

test('serve loads all packages but those of other commands, and no compiler until an operation is repeated', async () => {
  const gateway = await start();
  const token = await everyGroup();
  await send(gateway.url + LEASES, { token, body: { identifier: 'unknown' } });
  expect((await sendGraphQL(gateway.url, { token })).status).toBe(200);

  const { packages, folders, files } = await loadedBy(gateway);
  const unused = [...OF_OTHER_COMMANDS, COMPILER];
  expect(packages).toEqual(PACKAGES.filter((name) => !unused.includes(name)));
  expect(folders).toContain('http');
  expect(folders).not.toContain('import');
  for (const unused of ['/telemetry/spans.js', '/security-headers.js', '/tools/']) {
    expect(files.filter((file) => file.includes(`/dist/`) && file.includes(unused))).toEqual([]);
  }
});

test('the compiler is loaded when an operation is repeated', async () => {
  const gateway = await start();
  const token = await everyGroup();
  for (let time = 1; time <= 2; time += 1) await sendGraphQL(gateway.url, { token });
  expect((await loadedBy(gateway)).packages).toContain(COMPILER);
});

test('help, which lists all commands, does not load the packages of the gateway', async () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const { status } = await leasegate(['--help'], { LOADED_MODULES: own, NODE_OPTIONS: LOADED_OPTIONS });
  expect(status).toBe(0);
  const files = readdirSync(own).map((name) => readFileSync(join(own, name), 'utf8'));
  expect(files).toEqual([expect.stringContaining('/node_modules/commander/')]);
  for (const name of ['express', 'type-graphql']) expect(files[0]).not.toContain(`/node_modules/${name}/`);
});
