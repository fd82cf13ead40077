/** Builds the image with Debian’s buildah, without a daemon and without a registry of images, on a base made for it. */

import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { debianProgram } from '../support/debian-program';

const ROOT = join(__dirname, '..', '..');
/** As in `node:24-slim`. */
const DEBIAN = ['bookworm', 'deb http://deb.debian.org/debian bookworm main'] as const;
const NODE = '24.9.0';

export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Image {
  readonly config: ImageConfig;
  /** Folders. */
  readonly base: string;
  readonly root: string;
}

export async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { encoding: 'utf8', cwd: ROOT, maxBuffer: 64e6, env: { ...process.env, ...env } } as const;
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout.trim();
}

/** @param folder takes everything, including the storage of buildah */
export async function buildImage(folder: string): Promise<Image> {
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
