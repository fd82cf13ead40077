import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Browser, chromium } from 'playwright-core';

import { installWithApt } from '../../src/local-server/apt';
import { findProgram, programFolders } from '../../src/local-server/programs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Another process of the suite may be installing something, too. */
const INSTALL = [
  '-o',
  'DPkg::Lock::Timeout=300',
  'install',
  '-y',
  '--no-remove',
  '--no-upgrade',
  '--no-install-recommends',
  'chromium',
];

/** It knows no name of another host, and looks none up: of itself it would call home. */
const ARGUMENTS = ['--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/** The browser of this machine, Debian's being installed where there is none and that may be. @throws {Error} that says what to do */
export async function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const executablePath = await browserProgram(isRoot);
  return chromium.launch({ executablePath, args: ARGUMENTS, chromiumSandbox: !isRoot });
}

async function browserProgram(isRoot: boolean): Promise<string> {
  const folders = programFolders(process.env.PATH ?? '');
  const present = () => findProgram(folders, ...NAMES) ?? (existsSync(MAC) ? MAC : undefined);
  const found = present();
  if (found !== undefined) return found;
  const aptGet = findProgram(folders, 'apt-get');
  if (isRoot && aptGet !== undefined) {
    console.log('No browser found; installing Debian’s chromium with apt-get …');
    await installWithApt(aptGet, INSTALL, join(mkdtempSync(join(tmpdir(), 'leasegate-browser-')), 'install.log'));
  }
  const installed = present();
  if (installed === undefined) throw new Error('These tests need a browser: install chromium, then run them again.');
  return installed;
}
