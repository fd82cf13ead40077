import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

import { debianProgram } from './debian-program';

const OTHER_NAMES = ['chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** It resolves no host names: by default it would contact its maker. */
const ARGUMENTS = ['--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/**
 * The browser of this machine. Installs Debian's if there is none and installing is allowed. @throws {Error} that says
 * what to do
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = existsSync(MAC) ? MAC : await debianProgram('chromium', ...OTHER_NAMES);
  return chromium.launch({ executablePath, args: ARGUMENTS, chromiumSandbox: process.getuid?.() !== 0 });
}
