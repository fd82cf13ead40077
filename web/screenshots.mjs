/** `npm run screenshots`: runs the demo in a temporary folder, and writes the picture of the start page to `docs/images/`. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const { runDemo } = require('../dist/tools/demo/run-demo.js');
const { Started } = require('../dist/tools/demo/run-until-signal.js');
const { findProgram, programFolders } = require('../dist/tools/local-server/programs.js');

const IMAGES = join(import.meta.dirname, '..', 'docs', 'images');

const started = new Started();
try {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-screenshots-'));
  started.add(() => rmSync(folder, { recursive: true, force: true }));
  const { examples } = await runDemo(
    {
      folder,
      leases: 2000,
      groups: 4,
      environment: { ...process.env, PORT: '0', ADMIN_PORT: '0' },
      verbose: false,
      now: new Date(),
      say: () => undefined,
      startProgress: () => ({ update: () => undefined, stop: () => undefined }),
    },
    started,
  );
  const browser = await chromium.launch({
    executablePath: findProgram(
      programFolders(process.env.PATH ?? ''),
      'chromium',
      'chromium-browser',
      'google-chrome',
    ),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  started.add(() => browser.close());
  mkdirSync(IMAGES, { recursive: true });
  await take(browser, examples.pageUrl);
} finally {
  await started.end();
}

/** Opens the start page, which finds the leases of the link. */
async function take(browser, pageUrl) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await page.goto(pageUrl);
  await page.getByText(' sees every group').waitFor();
  await page.locator('#records tbody tr').first().waitFor();
  await page.screenshot({ path: join(IMAGES, 'start.png'), animations: 'disabled' });
}
