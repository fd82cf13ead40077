/** deploy/leasegate.service, as systemd reads it. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { codeBlocks } from '../docs/markdown';
import { readText, ROOT } from '../docs/repository';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';

const UNIT = join(ROOT, 'deploy', 'leasegate.service');
const folder = mkdtempSync(join(tmpdir(), 'leasegate-systemd-'));

beforeAll(() => debianProgram('systemd', 'systemd-analyze'), INSTALL_LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true }));

const analyze = (...args: readonly string[]) =>
  promisify(execFile)('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, SYSTEMD_COLORS: '0' } });

test('systemd-analyze finds no mistake, and an exposure of at most 2.0', async () => {
  const copy = join(folder, 'leasegate.service');
  // `verify` also checks that the program exists.
  writeFileSync(copy, readFileSync(UNIT, 'utf8').replace('/usr/bin/node', process.execPath));
  expect(await analyze('verify', '--man=no', copy)).toEqual({ stdout: '', stderr: '' });

  const { stdout } = await analyze('security', '--offline=true', '--no-pager', UNIT);
  const exposure = Number(/Overall exposure level for leasegate\.service: ([\d.]+)/.exec(stdout)?.[1]);
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThanOrEqual(2);
});

test('it finds none in the units of docs/operate/import.md', async () => {
  const units = codeBlocks(readText('docs/operate/import.md'), 'ini').map((text) => {
    const path = join(folder, /^# \S*\/(\S+)$/m.exec(text)![1]!);
    writeFileSync(path, text.replace('/usr/bin/node', process.execPath));
    return path;
  });
  expect(units).toHaveLength(2);
  expect(await analyze('verify', '--man=no', ...units)).toEqual({ stdout: '', stderr: '' });
});
