import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installWithApt } from '../../src/local-server/apt';
import { findProgram, programFolders } from '../../src/local-server/programs';

/** Another process of the suite may be installing something, too. */
const OPTIONS = ['-o', 'DPkg::Lock::Timeout=300', '-y', '--no-remove', '--no-upgrade', '--no-install-recommends'];

/**
 * The path of a program of this machine, by any of its names; Debian's package is installed where there is none and that may be.
 * @throws {Error} that says what to do
 */
export async function debianProgram(name: string, ...otherNames: readonly string[]): Promise<string> {
  const folders = programFolders(process.env.PATH ?? '');
  const present = () => findProgram(folders, name, ...otherNames);
  const found = present();
  if (found !== undefined) return found;
  const aptGet = findProgram(folders, 'apt-get');
  if (process.getuid?.() === 0 && aptGet !== undefined) {
    console.log(`No ${name} found; installing Debian’s with apt-get …`);
    const log = join(mkdtempSync(join(tmpdir(), 'leasegate-install-')), 'install.log');
    await installWithApt(aptGet, [...OPTIONS, 'install', name], log);
  }
  const installed = present();
  if (installed === undefined) throw new Error(`These tests need ${name}: install it, then run them again.`);
  return installed;
}
