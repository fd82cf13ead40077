/** Each test file is of one tier. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';

import { readText, repositoryFiles, ROOT } from './docs/repository';
import { filesOf } from './support/tiers.cjs';

const path = (file: string): string => relative(ROOT, file);
const TIERS = ['quick', 'full', 'long', 'standards'] as const;

test('each test file is in exactly one tier', () => {
  const tests = repositoryFiles().filter(
    (name) => /^(?:test|qa)\/.*\.test\.ts$/.test(name) && existsSync(join(ROOT, name)),
  );
  const inTiers = TIERS.flatMap((tier) => filesOf(tier).map(path));
  expect(inTiers.toSorted()).toEqual(tests.toSorted());
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

test('.ci/run counts a part that fails though none of its tests did', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-'));
  cpSync(join(ROOT, '.ci'), join(folder, '.ci'), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  const report = '{"numPassedTests":2,"numFailedTests":0,"numRuntimeErrorTestSuites":0}';
  const npm = `#!/bin/bash\nlast="\${@: -1}"; echo '${report}' > "\${last#*=}"; [[ "$*" != *random* ]]\n`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const { stdout, status } = spawnSync(join(folder, '.ci/run'), { env, encoding: 'utf8' });
  expect(stdout).toBe('random failed, though none of its tests did\n12 passed, 1 failed\n');
  expect(status).toBe(1);
});
