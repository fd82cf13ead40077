/** What the dependencies of `package.json` bring with them. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readText, ROOT } from './repository';

const { minVersion, satisfies } = jest.requireActual<{
  minVersion(range: string): object;
  satisfies(version: string | object, range: string): boolean;
}>('semver');

interface Entry {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Whether only the development of this package needs it. */
  readonly dev?: boolean;
}

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
const { engines } = JSON.parse(readText('package.json')) as Required<Entry>;

/** The folders in which a package looks for another one: its own, then those around it. */
function placeOf(name: string, from: string): string | undefined {
  for (let around = from; ; around = around.slice(0, Math.max(0, around.lastIndexOf('/node_modules/')))) {
    const place = `${around === '' ? '' : `${around}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (around === '') return undefined;
  }
}

/** The folders of all that an installation of the package brings. */
const needed = Object.keys(packages).filter((place) => place !== '' && packages[place]?.dev !== true);

/** The bytes of a package's files, without nested packages; 0 if it is not installed, such as one for another platform. */
function sizeOf(place: string): number {
  const folder = join(ROOT, place);
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ entry, path }) => entry.isFile() && !path.slice(folder.length).includes('/node_modules/'))
    .reduce((sum, { path }) => sum + statSync(path).size, 0);
}

test('`npm ci` installs at most 450 packages and 250 MB', () => {
  const lock = JSON.parse(readText('node_modules/.package-lock.json')) as { packages: Readonly<Record<string, Entry>> };
  const installed = Object.keys(lock.packages);
  expect(installed.length).toBeLessThanOrEqual(450);
  expect(installed.map(sizeOf).reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThanOrEqual(250);
});

test('every dependency runs on the lowest version of `engines`, and no override gives it another version', () => {
  const lowest = minVersion(engines.node ?? '');
  expect(needed.filter((place) => !satisfies(lowest, packages[place]?.engines?.node ?? '*'))).toEqual([]);
  // An override of package.json counts only here: an installation of the package ignores it.
  const overridden = needed.flatMap((place) =>
    Object.entries(packages[place]?.dependencies ?? {})
      .filter(([name, range]) => !satisfies(packages[placeOf(name, place)!]!.version, range))
      .map(([name, range]) => `${place}: ${name} ${range}`),
  );
  expect(overridden).toEqual([]);
});
