/** The image, built from this checkout: what is in it, and with which rights an engine runs it. */

import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { VERSION } from '../../src/package';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { buildImage, type Image } from './image';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '..', '..');
const MB = 1e6;

let folder: string;
let image: Image;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-image-'));
  image = await buildImage(folder);
}, INSTALL_LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  const files = ['LICENSE', 'bin', 'dist', 'node_modules', 'openapi.json', 'package.json', 'sbom.cdx.json'];
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

test('its bill of materials names every package that it has', () => {
  const app = join(image.root, 'app');
  const { components } = JSON.parse(readFileSync(join(app, 'sbom.cdx.json'), 'utf8')) as {
    components: readonly { readonly name: string; readonly version: string }[];
  };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const installed = readdirSync(join(app, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(app, 'node_modules', path), 'utf8')) as (typeof components)[number])
    .map(({ name, version }) => `${name}@${version}`);
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((name) => !listed.has(name))).toEqual([]);
});

test('what it says to a container engine', () => {
  expect(image.config).toMatchObject({
    Labels: { 'org.opencontainers.image.version': VERSION, 'org.opencontainers.image.revision': 'a-commit' },
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

test('its user owns no file of it, and may write none but below /tmp', () => {
  const writable = treeOf(image.root)
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const { mode, uid, gid } = lstatSync(path);
      return (mode & 0o002) !== 0 || [uid, gid].includes(65_532);
    });
  expect(writable.map((path) => path.slice(image.root.length)).filter((path) => !path.startsWith('/tmp'))).toEqual([]);
});
