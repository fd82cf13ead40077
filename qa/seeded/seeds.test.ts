/** The list of seeded leaks is current: each still fits the source. */

import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';

import { ROOT } from '../../test/docs/repository';
import { filesOf } from '../../test/support/tiers.cjs';

interface Seed {
  readonly name: string;
  readonly edits: readonly Readonly<Record<'file' | 'find' | 'replace', string>>[];
  readonly suites: readonly string[];
  readonly files: readonly string[];
}

/** Printed by the command itself, which fails if a seed no longer fits. */
const main = [join('qa', 'seeded', 'main.mjs'), '--check'];
const all = JSON.parse(execFileSync(process.execPath, main, { cwd: ROOT, encoding: 'utf8' })) as Seed[];

test('each seed has a name of its own, changes the source, and has a suite that should notice it', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.filter(({ suites }) => suites.length === 0)).toEqual([]);
  expect(all.flatMap(({ edits }) => edits).filter(({ find, replace }) => find === replace)).toEqual([]);
});

test('each seed is shown to files of npm test alone', () => {
  const quick = filesOf('quick').map((path) => relative(ROOT, path));
  const paths = all.flatMap(({ files }) => files);
  expect(paths.filter((path) => !quick.some((file) => file.startsWith(path)))).toEqual([]);
});
