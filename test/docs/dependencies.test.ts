/** Compares docs/develop/dependencies.md with `package.json` and the installed packages. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { section } from './markdown';
import { readText, ROOT } from './repository';

const { minVersion, satisfies } = jest.requireActual<{
  minVersion(range: string): object;
  satisfies(version: string | object, range: string): boolean;
}>('semver');

interface Entry {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
const { dependencies, engines } = JSON.parse(readText('package.json')) as Required<Entry>;
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

const page = readText('docs/develop/dependencies.md');
const listed = [...section(page, 'Dependencies').matchAll(/^- `(.*?)`: \S/gm)].map(([, name]) => name);

test('the page has a reason for every dependency of package.json, and for no other', () => {
  expect(listed).toEqual(names);
});

test('all dependencies together have the stated size', () => {
  const [, count, size] = /brings: (\d+) packages, ([\d.]+) MB/.exec(page) ?? [];
  expect(Number(count)).toBe(sizes.size);
  const real = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  // Another patch release of a dependency may differ slightly.
  expect(Math.abs(Number(size) - real)).toBeLessThanOrEqual(0.1 + real / 20);
});

test('`npm ci` installs at most 450 packages and 250 MB', () => {
  const lock = JSON.parse(readText('node_modules/.package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
  const installed = Object.keys(lock.packages);
  expect(installed.length).toBeLessThanOrEqual(450);
  expect(installed.map(sizeOf).reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThanOrEqual(250);
});

test('every dependency runs on the lowest version of `engines`, and no override gives it another version', () => {
  const lowest = minVersion(engines.node ?? '');
  const places = [...neededBy(names)];
  expect(places.filter((place) => !satisfies(lowest, packages[place]?.engines?.node ?? '*'))).toEqual([]);
  // An override of package.json counts only here: an installation of the package ignores it.
  const overridden = places.flatMap((place) =>
    Object.entries(packages[place]?.dependencies ?? {})
      .filter(([name, range]) => !satisfies(packages[placeOf(name, place)!]!.version, range))
      .map(([name, range]) => `${place}: ${name} ${range}`),
  );
  expect(overridden).toEqual([]);
});
