import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installWithApt } from '../../tools/local-server/install';
import { findProgram, programFolders } from '../../tools/local-server/programs';

/** Milliseconds that a test may wait for an installation, including another one before it. */
export const INSTALL_LIMIT_MS = 600_000;

/** Another program of this machine may also be installing a package. */
const OPTIONS = ['-o', 'DPkg::Lock::Timeout=300', '-y', '--no-remove', '--no-upgrade', '--no-install-recommends'];

/**
 * The path of a program of this machine, by any of its names. Installs Debian's package if there is none and installing
 * is allowed.
 * @throws {Error} that says what to do
 */
export async function debianProgram(name: string, ...otherNames: readonly string[]): Promise<string> {
  const folders = programFolders(process.env.PATH ?? '');
  const present = () => findProgram(folders, name, ...otherNames);
  const aptGet = findProgram(folders, 'apt-get');
  if (process.getuid?.() === 0 && aptGet !== undefined) {
    await installingAlone(async () => {
      if (present() !== undefined) return;
      console.log(`No ${name} found; installing Debian’s with apt-get …`);
      const log = join(mkdtempSync(join(tmpdir(), 'leasegate-install-')), 'install.log');
      await installWithApt(aptGet, [...OPTIONS, 'install', name], log);
    });
  }
  const installed = present();
  if (installed === undefined) throw new Error(`These tests need ${name}: install it, then run them again.`);
  return installed;
}

/**
 * Runs `work` while no other process of the suite installs anything. Without that lock a test could find a program whose
 * libraries another test is still unpacking. The kernel releases the lock when this process ends.
 */
export async function installingAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  const holder = spawn('flock', [join(tmpdir(), 'leasegate-install.lock'), 'sh', '-c', 'echo locked; cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await once(holder.stdout, 'data');
    return await work();
  } finally {
    holder.stdin.end();
    await once(holder, 'exit');
  }
}
