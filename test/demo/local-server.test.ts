/** The database server that the demo and the tests start themselves, and how the demo ends. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Started } from '../../tools/demo/run-until-signal';
import { prepareDataDirectory } from '../../tools/local-server/data-directory';
import { installCommand } from '../../tools/local-server/install';

test('a data directory that an interrupted start left incomplete is created again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-demo-'));
  mkdirSync(join(folder, 'mariadb-1.new', 'half'), { recursive: true });
  const program = { kind: 'mariadb', version: '1', path: 'true', initialiser: 'true' } as const;
  const directory = await prepareDataDirectory(program, folder, []);
  expect([directory, readdirSync(directory)]).toEqual([join(folder, 'mariadb-1'), []]);
  rmSync(folder, { recursive: true });
});

test.each([
  ['ID=ubuntu\nUBUNTU_CODENAME=jammy', expect.stringMatching(/^sudo apt-get install .* mariadb-server-core-10\.6 /)],
  ['ID=linuxmint\nID_LIKE="ubuntu debian"', expect.stringMatching(/^sudo apt-get install .* mariadb-server-core /)],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'sudo dnf install -y mariadb-server'],
  ['ID=void', undefined],
])('the command that installs a database server on %j', (release, command) =>
  expect(installCommand('linux', release, false)).toEqual(command),
);

test('what the demo has started ends in reverse order, one after the other', async () => {
  const [started, ended] = [new Started(), [] as string[]];
  for (const name of ['database', 'gateway', 'progress'])
    started.add(async () => {
      await Promise.resolve();
      ended.push(name);
    });
  await started.end();
  expect(ended).toEqual(['progress', 'gateway', 'database']);
});
