/** What `npx leasegate` gets: the packed package, installed into an empty folder with its own dependencies alone. */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { leasegate, type Program, serve } from '../cli/leasegate';
import { insertHousehold } from '../db/household';
import { brokenLinks } from '../docs/markdown';
import { everyGroup, json, LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { TEST_SECRET } from '../support/tokens';

const ROOT = join(__dirname, '..', '..');

interface Packed {
  /** Of the tarball, without the `package/` before each. */
  readonly files: readonly string[];
  readonly tarball: string;
  /** The copy of the checkout that was packed, with its documents as the package shows them. */
  readonly copy: string;
  remove(): void;
}

/** Packs `dist` as it is built. The documents of the checkout stay as they are, because the package is made from a copy. */
function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-packed-'));
  const copy = join(folder, 'copy');
  for (const path of [...listed(ROOT), 'package-lock.json'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  runPackageScript('prepare', copy);
  const files = listed(copy);
  const [{ filename }] = npmPack(copy, '--pack-destination', folder);
  const tarball = join(folder, filename);
  return { files, tarball, copy, remove: () => rmSync(folder, { recursive: true }) };
}

/** `prepack` or `postpack` in a folder. */
function runPackageScript(name: 'prepare' | 'restore', folder: string): void {
  execFileSync(process.execPath, [join(ROOT, 'tools/package/main.mjs'), name, folder]);
}

type PackedByNpm = [{ readonly filename: string; readonly files: readonly { readonly path: string }[] }];

function npmPack(cwd: string, ...options: string[]): PackedByNpm {
  const args = ['pack', '--ignore-scripts', '--json', ...options];
  const told = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8' })) as object;
  // npm 12 gives an object by name, those before it an array.
  return Object.values(told) as PackedByNpm;
}

const listed = (cwd: string): string[] => npmPack(cwd, '--dry-run')[0].files.map(({ path }) => path);

/**
 * Unpacks a tarball into the `node_modules` of an empty folder, beside links to what `package-lock.json` has for production.
 * With `--preserve-symlinks` Node finds nothing else from there: neither a development package nor one that nobody declares.
 * @returns the folder of the unpacked package
 */
function install(tarball: string): string {
  const modules = join(dirname(tarball), 'installed', 'node_modules');
  for (const name of productionPackages()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const target = join(modules, 'leasegate');
  mkdirSync(target);
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components', '1']);
  return target;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>;
}

/** At the top of `node_modules`; what is nested comes with what it is nested in. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([, { dev, devOptional }]) => dev === undefined && devOptional === undefined)
    .flatMap(([path]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? [])
    .filter((name) => existsSync(join(ROOT, 'node_modules', name)));
}

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

  test('documents whose links lead to what is packed, and to headings that are in it', () => {
    const broken = packed.files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => brokenLinks(folder, path).map((link) => `${path}: ${link}`));
    expect(broken).toEqual([]);
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
