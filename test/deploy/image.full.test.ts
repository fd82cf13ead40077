/** The image, built from this checkout: what is in it, and with which rights an engine runs it. */

import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { VERSION } from '../../src/package';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';

const ROOT = join(__dirname, '..', '..');
/** As in `node:24-slim`. */
const DEBIAN = ['bookworm', 'deb http://deb.debian.org/debian bookworm main'] as const;
const NODE = '24.9.0';

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

interface Image {
  readonly config: ImageConfig;
  /** Folders. */
  readonly base: string;
  readonly root: string;
}

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { encoding: 'utf8', cwd: ROOT, maxBuffer: 64e6, env: { ...process.env, ...env } } as const;
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout.trim();
}

/** @param folder takes everything, including the storage of buildah */
async function buildImage(folder: string): Promise<Image> {
  if (process.getuid?.() !== 0)
    throw new Error('This test makes a file system of Debian and an image, which needs root.');
  for (const name of ['mmdebstrap', 'buildah']) await debianProgram(name);
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: readonly string[]) => run('buildah', [...storage, ...args], { TMPDIR: folder });
  const base = join(folder, 'base');
  const buildBase = join(folder, 'build-base');
  await makeBases(folder, base, buildBase);
  for (const [name, path] of [['base', base] as const, ['build-base', buildBase] as const]) {
    const container = await buildah('from', 'scratch');
    await buildah('copy', '--quiet', container, path, '/');
    await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
    await buildah('commit', '--quiet', '--rm', container, `localhost/${name}`);
  }
  const { secret, volumes } = await registryOfThisMachine(folder);
  await buildah(
    ...['build', '--isolation', 'chroot', '--format', 'docker', '--layers=false', '--pull-never'],
    ...['--build-arg', 'BASE=localhost/base', '--build-arg', 'BUILD_BASE=localhost/build-base'],
    ...['--secret', `id=npmrc,src=${secret}`, ...volumes.flatMap((volume) => ['--volume', volume])],
    ...['--build-arg', 'REVISION=a-commit', '--tag', 'localhost/leasegate', ROOT],
  );
  const inspected = await buildah('inspect', '--type', 'image', 'localhost/leasegate');
  const { Docker } = JSON.parse(inspected) as { Docker: { config: ImageConfig } };
  const root = await buildah('mount', await buildah('from', 'localhost/leasegate'));
  return { config: Docker.config, base, root };
}

/** What `node:24-slim` has, as far as it is needed. The base of the image has no shell, and no program but Node. */
async function makeBases(folder: string, base: string, buildBase: string): Promise<void> {
  const packages = '--include=libstdc++6,dash,coreutils';
  await run('mmdebstrap', [
    '--quiet',
    '--variant=extract',
    '--format=directory',
    packages,
    DEBIAN[0],
    buildBase,
    DEBIAN[1],
  ]);
  const node = `node-linux-${arch()}`;
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, `${node}@${NODE}`]);
  // Devices, which a container engine makes.
  rmSync(join(buildBase, 'dev'), { recursive: true });
  const programs = join(buildBase, 'usr', 'local', 'bin');
  for (const at of [
    programs,
    join(buildBase, 'usr/local/lib/node_modules'),
    join(buildBase, 'dev'),
    join(buildBase, 'proc'),
    join(buildBase, 'sys'),
  ])
    mkdirSync(at, { recursive: true });
  cpSync(join(folder, 'node_modules', node, 'bin', 'node'), join(programs, 'node'));
  cpSync(buildBase, base, { recursive: true, verbatimSymlinks: true });
  for (const name of ['bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/share'])
    rmSync(join(base, name), { recursive: true, force: true });
  const npm = join(dirname(realpathSync(await run('sh', ['-c', 'command -v npm']))), '..');
  cpSync(npm, join(buildBase, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(programs, 'npm'));
}

/** The build reaches the registry as this machine does, and finds what `npm ci` has fetched for this checkout. */
async function registryOfThisMachine(folder: string): Promise<{ secret: string; volumes: string[] }> {
  const config = (name: string) => run('npm', ['config', 'get', name]);
  const secret = join(folder, 'npmrc');
  const lines = [`registry=${await config('registry')}`, 'cache=/npm-cache', 'prefer-offline=true'];
  const volumes = [`${await config('cache')}:/npm-cache`];
  const authorities = await config('cafile');
  if (existsSync(authorities)) {
    lines.push('cafile=/npm-authorities');
    volumes.push(`${authorities}:/npm-authorities:ro`);
  }
  writeFileSync(secret, lines.join('\n'));
  return { secret, volumes };
}

jest.setTimeout(120_000);

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
