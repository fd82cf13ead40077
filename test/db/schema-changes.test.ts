import { CHANGES, isServedBy } from '../../src/db/migrations/index';
import { addressKey } from '../../src/db/migrations/table';
import { VERSION } from '../../src/package';
import { readText } from '../docs/repository';

/** Old and new releases serve side by side (docs/operate/upgrading.md). */

test('the version of the program is that of the package', () => {
  expect(VERSION).toBe((JSON.parse(readText('package.json')) as { version: string }).version);
});

test.each([
  ['0010-county@1.2.0', '1.2.0', true],
  ['0010-county@1.2.0', '1.10.0', true],
  ['0010-county@1.2.0', '2.0.0', true],
  ['0010-county@1.2.0', '1.2.0-rc.1', true],
  ['0010-county@1.2.0', '1.1.9', false],
  ['0010-county@2.0.0', '1.9.9', false],
  ['0010-county', '9.9.9', false],
  ['0010-county@next', '9.9.9', false],
])('%s on release %s: served is %j', (migration, release, isServed) => {
  expect(isServedBy(migration, release)).toBe(isServed);
});

/** The migrations of 1.0.0, which run on an empty database. */
const FIRST = 9;

/** Each locks a table for milliseconds only, whatever its size (CONTRIBUTING.md), and takes nothing from an old release. */
const SAFE = [
  /^create table if not exists /,
  /^alter table \w+ add column \w+ [^,]*, algorithm = instant$/,
  /^alter table \w+ add column \w+ .* generated always as \(.*\) virtual, algorithm = instant$/,
  /^alter table \w+ add (?:key|index) \w+ \([^)]*\), algorithm = inplace, lock = none$/,
];

/** What is wrong with a change; undefined if an old release keeps serving while it runs and afterwards. */
function problemOf(name: string, { statement, adds }: (typeof CHANGES)[string]): string | undefined {
  const text = statement.trim().replaceAll(/\s+/g, ' ');
  if (!/^\d{4}-[a-z-]+@\d+\.\d+\.\d+$/.test(name)) return 'its name does not say which release serves on it';
  if (!SAFE.some((safe) => safe.test(text))) return 'it may lock a table, or take something from an old release';
  if (/ add column /.test(text) !== (adds !== undefined))
    return '`adds` must name the column that it adds, and only that';
  if (/ add column [^,]*\b(?:not null|unique|primary|stored|check|references)\b/.test(text))
    return 'rows that an old release writes must stay possible';
  return undefined;
}

test('every migration after 1.0.0 is safe while an old release serves', () => {
  const problems = Object.entries(CHANGES)
    .slice(FIRST)
    .map(([name, change]) => [name, problemOf(name, change)]);
  expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([]);
});

test.each([
  ['add column county varchar(255), algorithm = instant', true],
  [`add column ${addressKey('county', 'virtual')}, algorithm = instant`, true],
  [`add column ${addressKey('county')}, algorithm = instant`, false],
  ['add column county varchar(255) not null, algorithm = instant', false],
  ['add column county varchar(255)', false],
  ['add key units_county (county), algorithm = inplace, lock = none', true],
  ['add key units_county (county)', false],
  ['drop column city, algorithm = instant', false],
])('`alter table units %s`: safe is %j', (change, isSafe) => {
  const adds = change.includes('add column') ? { adds: ['units', 'county'] as const } : {};
  const problem = problemOf('0099-county@1.0.0', { statement: `alter table units ${change}`, ...adds });
  expect(problem === undefined).toBe(isSafe);
});
