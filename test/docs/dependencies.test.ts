/** Compares docs/develop/dependencies.md with `package.json` and the installed packages. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { section, tableRows } from './markdown';
import { readText, ROOT } from './repository';

interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
const { dependencies } = JSON.parse(readText('package.json')) as Required<Entry>;
const names = Object.keys(dependencies);

/** The folders in which a package looks for another one: its own, then those around it. */
function placeOf(name: string, from: string): string | undefined {
  for (let around = from; ; around = around.slice(0, Math.max(0, around.lastIndexOf('/node_modules/')))) {
    const place = `${around === '' ? '' : `${around}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (around === '') return undefined;
  }
}

/** The folders of packages with all their dependencies. */
function neededBy(roots: readonly string[]): ReadonlySet<string> {
  const needed = new Set(roots.map((name) => placeOf(name, '')!));
  for (const place of needed) {
    const { dependencies: own, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place]!;
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...own, ...optionalDependencies }), ...peers]) {
      const found = placeOf(name, place);
      if (found !== undefined) needed.add(found);
    }
  }
  return needed;
}

/**
 * The bytes of a package's files, without nested packages; 0 if it is not installed, such as one for another platform.
 */
function sizeOf(place: string): number {
  const folder = join(ROOT, place);
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ entry, path }) => entry.isFile() && !path.slice(folder.length).includes('/node_modules/'))
    .reduce((sum, { path }) => sum + statSync(path).size, 0);
}

const sizes = new Map([...neededBy(names)].map((place) => [place, sizeOf(place) / 1e6]));
const megabytes = (places: Iterable<string>): number => [...places].reduce((sum, place) => sum + sizes.get(place)!, 0);

const page = readText('docs/develop/dependencies.md');
const rows = tableRows(section(page, 'Dependencies'));

/** Rounded; another patch release of a dependency may differ slightly. */
function expectSize(said: string | undefined, real: number): void {
  expect([said, Math.abs(Number(said) - real) <= 0.1 + real / 20, real]).toEqual([said, true, real]);
}

test('every dependency of package.json has a row, and every row is a dependency', () => {
  expect(rows.map(([name]) => name)).toEqual(names.map((name) => `\`${name}\``));
});

test.each(rows.map(([name = '', brings, alone]) => [name.replaceAll('`', ''), brings, alone]))(
  '%s brings as much as the page says',
  (name, brings, alone) => {
    const needed = neededBy([name]);
    const others = neededBy(names.filter((other) => other !== name));
    expectSize(brings, megabytes(needed));
    expectSize(alone, megabytes([...needed].filter((place) => !others.has(place))));
  },
);

test('all dependencies together have the stated size', () => {
  const [, count, size] = /brings: (\d+) packages, ([\d.]+) MB/.exec(page) ?? [];
  expect(Number(count)).toBe(sizes.size);
  expectSize(size, megabytes(sizes.keys()));
});

test('`npm ci` installs at most 450 packages and 250 MB', () => {
  const lock = JSON.parse(readText('node_modules/.package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
  const installed = Object.keys(lock.packages);
  expect(installed.length).toBeLessThanOrEqual(450);
  expect(installed.map(sizeOf).reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThanOrEqual(250);
});

test('hand-written parts exist where the page says, and have about the stated length', () => {
  for (const [part, where = '', lines = ''] of tableRows(section(page, 'Written by hand'))) {
    if (lines === '') continue;
    const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => join(ROOT, path ?? ''));
    const real = paths
      .flatMap(filesOf)
      .reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0);
    expect([part, lines, Math.abs(Number(lines) - real) <= real / 10, real]).toEqual([part, lines, true, real]);
  }
});

/** The sources in a folder, without generated ones. */
function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .map((name) => join(path, name));
}
