import type { Browser, Page } from 'playwright-core';

import { insertHousehold } from '../db/household';
import { launchBrowser } from '../support/browser';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { gatewayForAllTests } from '../support/gateway';
import { signToken } from '../support/tokens';

/**
 * A browser and a gateway with one household, for the tests of one file. A page that a test opens has nothing remembered and no
 * transitions. The test fails if the page asks another host, breaks its own policy, fails, complains or sends a token in a URL.
 */
export function siteForAllTests(env: Readonly<Record<string, string>> = {}) {
  // A browser is started, on a machine that may be busy; where there is none it is installed first.
  jest.setTimeout(120_000);
  const { database, gateway } = gatewayForAllTests(env);
  let browser: Browser;
  let problems: string[] = [];
  const site = {
    database,
    gateway,
    token: '',
    /** As the demo prints it. */
    prepared: '',
    async open(path: string, url = gateway.url): Promise<Page> {
      const viewport = { width: 1280, height: 800 };
      const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
      const page = await context.newPage();
      page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', ({ message }) => problems.push(`uncaught: ${message}`));
      page.on('requestfailed', (request) => {
        // A page that is left gives up what it was waiting for.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`);
      });
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url());
        if (protocol !== 'data:' && host !== new URL(url).host) problems.push(`another host: ${request.url()}`);
        if (request.url().includes('token=') || request.headers().referer?.includes('token='))
          problems.push('sent a token');
      });
      await page.goto(url + path);
      return page;
    },
    /** The problems so far, which are then forgotten: a browser itself complains of an error's status. */
    taken: () => problems.splice(0),
  };

  beforeAll(async () => {
    browser = await launchBrowser();
    await insertHousehold(database.db, 'north');
    site.token = await signToken({ groups: ['north'], subject: 'jane' });
    const values = { token: site.token, email: 'north@example.org', city: 'Leeds' };
    site.prepared = `#${new URLSearchParams(values).toString()}`;
  }, INSTALL_LIMIT_MS);
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    const found = problems;
    problems = [];
    expect(found).toEqual([]);
  });
  afterAll(() => browser?.close());
  return site;
}
