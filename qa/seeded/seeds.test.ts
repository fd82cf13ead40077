/** The lists of seeded mistakes are current: each still fits the source. */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { ROOT } from '../../test/docs/repository';
import { filesOf } from '../../test/support/tiers.cjs';

interface Seed {
  readonly name: string;
  readonly edits: readonly {
    readonly file: string;
    readonly find: string;
    readonly replace: string;
  }[];
  readonly suites: readonly string[];
  readonly files: readonly string[];
}

const lists = { leaks: listed('leaks'), faults: listed('faults') };
const all = Object.values(lists).flat();

/** A list, printed by the command itself, which fails if a seed no longer fits. */
function listed(list: 'leaks' | 'faults'): Seed[] {
  const args = [join('qa', 'seeded', 'main.mjs'), list, '--check'];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as Seed[];
}

test.each(['leaks', 'faults'] as const)(
  'each of the %s still fits the source, changes it, and has a suite that should notice it',
  (list) => {
    const seeds = lists[list];
    expect(new Set(seeds.map(({ name }) => name)).size).toBe(seeds.length);
    for (const { edits, suites } of seeds) {
      expect(suites.length).toBeGreaterThan(0);
      expect(edits.filter(({ find, replace }) => find === replace)).toEqual([]);
    }
  },
);

test('each folder of src has a seed, so that a mistake in any of them is noticed', () => {
  const files = all.flatMap(({ edits }) => edits.map(({ file }) => file));
  const seeded = files.map((file) => /^src\/([^/]+)\//.exec(file)?.[1]);
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !seeded.includes(name))).toEqual([]);
});

test('each seed is shown to files of npm test alone', () => {
  const quick = filesOf('quick').map((path) => relative(ROOT, path));
  const paths = all.flatMap(({ files }) => files);
  expect(paths.filter((path) => !quick.some((file) => file.startsWith(path)))).toEqual([]);
});

test('a seed that no longer fits is an error, and so is an unknown list', () => {
  const root = join(ROOT, 'qa', 'seeded');
  const script = (edit: object) =>
    `import('./edits.mjs').then(({ editedFiles }) => editedFiles('.', ${JSON.stringify({ name: 'one', edits: [edit] })}))`;
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe', encoding: 'utf8' });
  const edit = { file: 'suites.mjs', find: 'export const SUITES', replace: '' };
  expect(run('-e', script(edit))).toBe('');
  expect(() => run('-e', script({ ...edit, find: 'nowhere at all' }))).toThrow('this seed no longer fits');
  expect(() => run('-e', script({ ...edit, find: 'files' }))).toThrow('this seed no longer fits');
  expect(() => run('main.mjs', 'mistakes')).toThrow('Name a list: faults or leaks.');
});
