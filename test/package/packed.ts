/** The package as a registry would have it, and an installation of it that asks no registry. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

interface Packed {
  /** Of the tarball, without the `package/` before each. */
  readonly files: readonly string[];
  readonly tarball: string;
  remove(): void;
}

/** Packs `dist` as it is built. */
export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-packed-'));
  const options = ['--ignore-scripts', '--json', '--pack-destination', folder];
  const told = JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: ROOT, encoding: 'utf8' })) as object;
  // npm 12 gives an object by name, those before it an array.
  const [packed] = Object.values(told) as [{ filename: string; files: { path: string }[] }];
  const tarball = join(folder, packed.filename);
  const files = packed.files.map(({ path }) => path);
  return { files, tarball, remove: () => rmSync(folder, { recursive: true }) };
}

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
