/** The size of each part, with a little room. Whoever raises a number says in the commit what it buys. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SETTINGS } from '../src/config/setting-table';

const ROOT = join(__dirname, '..');
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

const filesOf = (folders: readonly string[], ending: RegExp) =>
  tracked.filter((path) => ending.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)));
const lengthIn = (paths: readonly string[], part: RegExp): number =>
  paths.reduce((sum, path) => sum + [...readFileSync(join(ROOT, path), 'utf8').matchAll(part)].length, 0);

test.each([
  ['the gateway', ['src'], 124, 14_560],
  ['the agents’ tools', ['src/mcp'], 4, 250],
  ['the search', ['src/db/search'], 5, 850],
  ['ingest', ['ingest'], 56, 4_410],
  ['cutover', ['cutover'], 32, 3_580],
  ['the tests', ['test', 'qa'], 440, 35_300],
  ['the benchmarks', ['bench'], 40, 3_500],
])('%s, in %j: at most %d files and %d lines', (_title, folders, files, lines) => {
  const paths = filesOf(folders, /\.(?:ts|mjs)$/);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.length).toBeLessThanOrEqual(files);
  expect(lengthIn(paths, /\n/g)).toBeLessThanOrEqual(lines);
});

test('the docs: at most 25 pages and 20,000 words', () => {
  const pages = filesOf(['docs'], /\.md$/);
  expect(pages.length).toBeLessThanOrEqual(25);
  expect(lengthIn(pages, /\S+/g)).toBeLessThanOrEqual(20_000);
});

test('the README: at most 9,500 bytes', () =>
  expect(readFileSync(join(ROOT, 'README.md')).length).toBeLessThanOrEqual(9_500));

test('at most 46 settings', () => expect(Object.keys(SETTINGS).length).toBeLessThanOrEqual(46));
