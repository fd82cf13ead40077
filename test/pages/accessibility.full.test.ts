import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

import { until } from '../support/until';
import { siteForAllTests } from './site';

/** What axe-core finds on the pages, and on what can be opened on them: nothing. No page is wider than the screen. */

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const site = siteForAllTests({ REST_EXPLAIN: 'on' });

/** A line for each rule that is broken. */
async function findingsOn(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { target: string[] }[] }[] }>(
    'axe.run(document)',
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const showsAnswer = (page: Page) => page.locator('.graphiql-response').getByText('"leasesForTenant"').waitFor();

const openDialog = (name: string) => async (page: Page) => {
  await button(page, name).click();
  await page.locator('.graphiql-dialog').waitFor();
  const close = page.getByRole('button', { name: 'Close dialog' }).locator('svg');
  // Its padding is 12 pixels on each side.
  expect((await close.boundingBox())?.width).toBeGreaterThan(30);
  // The lock on scrolling writes an inline style, which the policy refuses.
  await until(() => site.taken().some((problem) => problem.includes('Applying inline style')));
};

/** What is opened, on which page. */
const STATES: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  ['the start page with records', '/', (page) => page.getByRole('row', { name: /north-lease/ }).waitFor()],
  [
    'the start page without a token',
    '/',
    async (page) => {
      await page.evaluate('sessionStorage.clear(); location.reload()');
      await page.getByText('An access token is needed').waitFor();
    },
  ],
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
    'the explorer with an answer and its history',
    '/graphql',
    async (page) => {
      await showsAnswer(page);
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
    const page = await site.open(path + site.prepared);
    await page.getByText(/^jane sees north until /).waitFor();
    await prepare(page);
    await page.evaluate(AXE);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const findings = await findingsOn(page);
        expect({ width, colorScheme, isWide, findings }).toEqual({ width, colorScheme, isWide: false, findings: [] });
      }
    }
  },
);
