/** Each test file is of one tier. */

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

import { readText, repositoryFiles, ROOT } from './docs/repository';
import { filesOf } from './support/tiers.cjs';

const path = (file: string): string => relative(ROOT, file);
const TIERS = ['quick', 'full', 'long', 'standards'] as const;

test('each test file is in exactly one tier', () => {
  const tests = repositoryFiles().filter(
    (name) => /^(?:test|qa)\/.*\.test\.ts$/.test(name) && existsSync(join(ROOT, name)),
  );
  expect(
    TIERS.flatMap((tier) => filesOf(tier))
      .map(path)
      .toSorted(),
  ).toEqual(tests.toSorted());
});

test('another server runs the files that ask for a database', () => {
  const again = filesOf('database').map(path);
  expect(again).toEqual(expect.arrayContaining(['test/worlds.test.ts', 'test/db/derived-keys.test.ts']));
  expect(again).not.toContain('test/settings.test.ts');
});

test('.ci/run runs the parts of npm run test:all', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const [first, ...parts] = scripts['test:all']!.split(' && ');
  expect(first).toBe('npm test');
  const [, named = ''] = /^parts=\((.*)\)$/m.exec(readText('.ci/run')) ?? [];
  expect(named.split(' ').map((part) => `npm run test:${part}`)).toEqual(parts);
});
