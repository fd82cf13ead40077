/** What `npx leasegate` gets: the packed package, installed into an empty folder with its own dependencies alone. */

import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

import { leasegate, type Program, serve } from '../cli/leasegate';
import { everyGroup, json, LEASES, send } from '../http/client';
import { insertHousehold } from '../db/household';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';
import { install, pack, ROOT, runPackageScript } from './packed';

// Several starts of the program a test, on a machine that may be busy.
jest.setTimeout(120_000);

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Optional: what traces need. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** Licences that ask for nothing but their own text. */
const FREE =
  /^\(?(?:MIT|ISC|0BSD|BlueOak-1\.0\.0|BSD-[23]-Clause|Apache-2\.0)(?: (?:AND|OR) (?:MIT|BSD-3-Clause|Apache-2\.0))*\)?$/;

const packed = pack();
const folder = install(packed.tarball);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const installed: Program = { path: join(folder, manifest.bin.leasegate!), nodeOptions: '--preserve-symlinks' };

afterAll(() => packed.remove());

describe('what is packed', () => {
  test('nothing that is for a checkout alone', () => {
    const tops = new Set(packed.files.map((path) => path.split('/')[0]));
    const files = 'CHANGELOG.md LICENSE README.md SECURITY.md openapi.json package.json persisted-documents.json';
    const expected = `${files} bin deploy dist docs examples schema.graphql`.split(' ');
    expect([...tops].toSorted()).toEqual(expected.toSorted());
    const development =
      /\.map$|\.tsbuildinfo$|(?<!\.d)\.[cm]?ts$|\.test\.|^dist\/tools\/(?:demo|local-server)\/|^docs\/images\//;
    expect(packed.files.filter((path) => development.test(path))).toEqual([]);
  });

  test('and the documents of the checkout are as before', () => {
    const { copy, files, remove } = pack();
    runPackageScript('restore', copy);
    const differing = files.filter(
      (path) =>
        path.endsWith('.md') && readFileSync(join(copy, path), 'utf8') !== readFileSync(join(ROOT, path), 'utf8'),
    );
    expect([differing, existsSync(join(copy, '.packing'))]).toEqual([[], false]);
    remove();
  });

  test('the licence of every package that it brings', () => {
    const text = read('dist/third-party-licences.txt');
    const named = [...text.matchAll(/^={80}\n(\S+) (\S+)\nLicence: (.+)$/gm)];
    for (const name of Object.keys(manifest.dependencies)) expect(named.map(([, one]) => one)).toContain(name);
    expect(named.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
    expect(named.filter(([, , , licence = '']) => !FREE.test(licence))).toEqual([]);
  });

  test('everything that it loads: files of its own, declared dependencies and Node', () => {
    const { dependencies, peerDependencies } = manifest;
    const known = [...Object.keys({ ...dependencies, ...peerDependencies }), ...builtinModules];
    const strange = packed.files
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) =>
        [...read(path).matchAll(/\b(?:require|import)\('([^']+)'\)|\b(?:require|import)\("([^"]+)"\)/g)]
          .map(([, single, double]) => single ?? double ?? '')
          .filter((name) => (name.startsWith('.') ? !isPacked(path, name) : !known.includes(packageOf(name))))
          .map((name) => `${path}: ${name}`),
      );
    expect(strange).toEqual([]);
  });
});

describe('what is installed', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await insertHousehold(database.db, 'north');
  });
  afterAll(() => database.drop());

  test('import --help, a command of another part', async () => {
    const help = await leasegate(['import', '--help'], {}, '', installed);
    expect(help).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: leasegate import /), stderr: '' });
  });

  test('serve answers lookups, and shows its pages', async () => {
    const gateway = await serve({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET }, installed);
    const answer = await send(gateway.url + LEASES, {
      token: await everyGroup(),
      body: { identifier: 'north-tenant' },
    });
    expect(json(answer)).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
    for (const path of ['/', '/graphql', '/reference']) {
      const page = await fetch(gateway.url + path, { headers: { accept: 'text/html' } });
      const html = await page.text();
      expect([page.status, html]).toEqual([200, expect.stringContaining('</html>')]);
      for (const [, asset = ''] of html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)) {
        expect([asset, (await fetch(new URL(asset, gateway.url + path))).status]).toEqual([asset, 200]);
      }
    }
    expect(await gateway.end()).toBe(0);
  });

  test('traces need packages of their own, and serve says so', async () => {
    const env = {
      DATABASE_URL: database.url,
      AUTH_JWT_SECRET: TEST_SECRET,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    };
    const { status, stderr } = await leasegate(['serve'], env, '', installed);
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm install @opentelemetry/api')]);
  });
});

const packageOf = (name: string): string =>
  name
    .replace(/^node:/, '')
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

function isPacked(from: string, name: string): boolean {
  const path = join(from, '..', name);
  return [path, `${path}.js`, join(path, 'index.js')].some((file) => packed.files.includes(file));
}
