/** `npm run screenshots`: runs the demo in a temporary folder, and writes pictures of its pages to `docs/images/`. */

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
const DESKTOP = { width: 1120, height: 760 };
const PHONE = { width: 360, height: 700 };

/** Goes from the start page to the view that each picture shows. */
const READY = {
  start: (page) => page.getByText('Ready', { exact: true }).waitFor(),
  async explorer(page) {
    await page.getByRole('link', { name: 'GraphQL', exact: true }).click();
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.locator('.graphiql-response').getByText('"leasesForTenant"').waitFor();
  },
  async reference(page) {
    await page.getByRole('link', { name: 'REST', exact: true }).click();
    await page.getByText('/leases/find-for-tenant/').first().click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').waitFor();
    await page.locator('.body-param').evaluate((body) => body.scrollIntoView());
  },
};

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

async function take(browser, pageUrl) {
  for (const { suffix, viewport, colorScheme, pages } of [
    { suffix: '', viewport: DESKTOP, colorScheme: 'light', pages: ['start', 'explorer', 'reference'] },
    { suffix: '-dark', viewport: DESKTOP, colorScheme: 'dark', pages: ['explorer'] },
    { suffix: '-phone', viewport: PHONE, colorScheme: 'light', pages: ['start', 'explorer', 'reference'] },
  ]) {
    const context = await browser.newContext({ viewport, colorScheme });
    const page = await context.newPage();
    for (const name of pages) {
      await page.goto(pageUrl);
      await page.getByText(' sees every group').waitFor();
      await READY[name](page);
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(IMAGES, `${name}${suffix}.png`), animations: 'disabled' });
    }
    await context.close();
  }
}
