/** Each test file is of one tier, and `test/README.md` says where those run that `npm test` leaves out. */

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { codeSpans, section, tableRows } from './docs/markdown';
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

test('without a tier everything runs but what takes long, and on another server what asks it for a database', () => {
  const usual = [...filesOf('quick'), ...filesOf('full')];
  expect(filesOf(undefined).toSorted()).toEqual(usual.toSorted());
  const again = filesOf('database').map(path);
  expect(usual.map(path)).toEqual(expect.arrayContaining(again));
  expect(again).toEqual(
    expect.arrayContaining(['test/worlds.test.ts', 'test/import/import.test.ts', 'test/db/derived-keys.test.ts']),
  );
  expect(again).not.toContain('test/settings.test.ts');
  expect(() => filesOf('fast')).toThrow('TEST_TIER must be one of quick, full, long, standards, database');
});

test('test/README.md names each folder with tests, and what runs them', () => {
  const runs = {
    quick: 'npm test',
    full: 'npm run test:full',
    long: 'npm run test:plans',
    standards: 'npm run test:standards',
  };
  const said = new Map<string, string[]>();
  for (const [places = '', , by = ''] of tableRows(section(readText('test/README.md'), 'What proves what')))
    for (const place of codeSpans(places)) said.set(place, codeSpans(by));
  const folders = new Map<string, string[]>();
  for (const tier of TIERS)
    for (const folder of new Set(filesOf(tier).map((file) => dirname(path(file)))))
      folders.set(folder, [...(folders.get(folder) ?? []), runs[tier]]);
  expect([...said.keys()].toSorted()).toEqual([...folders.keys()].toSorted());
  // A row of several folders names the runs of all of them.
  for (const [folder, by] of folders) expect([folder, said.get(folder)]).toEqual([folder, expect.arrayContaining(by)]);
});

test('.ci/run runs the parts of npm run test:all', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const [first, ...parts] = scripts['test:all']!.split(' && ');
  expect(first).toBe('npm test');
  const [, named = ''] = /^parts=\((.*)\)$/m.exec(readText('.ci/run')) ?? [];
  expect(named.split(' ').map((part) => `npm run test:${part}`)).toEqual(parts);
});
