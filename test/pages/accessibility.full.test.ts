import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';

import { insertHousehold } from '../db/household';
import { launchBrowser } from '../support/browser';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { openPage } from './opened-page';

/** What axe-core finds on the pages, and on what can be opened on them: nothing. */

// A browser is started, on a machine that may be busy; where there is none it is installed first.
jest.setTimeout(120_000);

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let database: TestDatabase;
let gateway: TestGateway;
let fragment: string;

beforeAll(async () => {
  browser = await launchBrowser();
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  gateway = await startTestGateway({ databaseUrl: database.url, env: { REST_EXPLAIN: 'on' } });
  const token = await signToken({ groups: ['north'], subject: 'jane' });
  fragment = `#${new URLSearchParams({ token, email: 'north@example.org', city: 'Leeds' }).toString()}`;
}, INSTALL_LIMIT_MS);

afterAll(async () => {
  await browser?.close();
  await gateway.close();
  await database.drop();
});

/** A line for each rule that is broken. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { target: string[] }[] }[] }>(
    'axe.run(document)',
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const runQuery = async (page: Page) => {
  await button(page, /Execute query/).click();
  await page.locator('.graphiql-response').getByText('"leasesForTenant"').waitFor();
};

const openDialog = (name: string) => async (page: Page) => {
  await button(page, name).click();
  await page.locator('.graphiql-dialog').waitFor();
  const close = page.getByRole('button', { name: 'Close dialog' }).locator('svg');
  // Its padding is 12 pixels on each side.
  expect((await close.boundingBox())?.width).toBeGreaterThan(30);
};

/** What is opened, on which page. */
const STATES: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  ['the start page', '/', (page) => page.getByText(/^Ready$/).waitFor()],
  ['the explorer with an answer', '/graphql', runQuery],
  [
    'the explorer with its documentation',
    '/graphql',
    async (page) => {
      await button(page, 'Show Documentation Explorer').click();
      await page.locator('.graphiql-plugin').getByText('Query', { exact: true }).click();
      await page.locator('.graphiql-plugin').getByText('leasesForTenant').first().waitFor();
    },
  ],
  [
    'the explorer with its history',
    '/graphql',
    async (page) => {
      await runQuery(page);
      await button(page, 'Show History').click();
      await page.locator('.graphiql-history-item').first().waitFor();
    },
  ],
  ['the explorer with its short keys', '/graphql', openDialog('Open short keys dialog')],
  ['the explorer with its settings', '/graphql', openDialog('Open settings dialog')],
  [
    'the reference with an answer',
    '/reference',
    async (page) => {
      for (const summary of await page.locator('summary').all()) await summary.click();
      await button(page, 'Send').click();
      await page.getByText('"north-lease"').first().waitFor();
    },
  ],
];

test.each(STATES)(
  'axe finds nothing on %s, light and dark, on a desktop and on a phone',
  async (_name, path, prepare) => {
    const { page, close } = await openPage(browser, gateway.url + path + fragment);
    await page.getByText(/^jane sees north until /).waitFor();
    await prepare(page);
    await page.evaluate(AXE);
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect({ viewport, colorScheme, findings: await findings(page) }).toEqual({
          viewport,
          colorScheme,
          findings: [],
        });
      }
    }
    await close();
  },
);
