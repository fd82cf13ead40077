/** The package as a registry would have it, and an installation of it that asks no registry. */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

interface Packed {
  /** Of the tarball, without the `package/` before each. */
  readonly files: readonly string[];
  readonly tarball: string;
  /** The copy of the checkout that was packed, with its documents as the package shows them. */
  readonly copy: string;
  remove(): void;
}

/** Packs `dist` as it is built. The documents of the checkout stay as they are, because the package is made from a copy. */
export function pack(): Packed {
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
export function runPackageScript(name: 'prepare' | 'restore', folder: string): void {
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
export function install(tarball: string): string {
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
