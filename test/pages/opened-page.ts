import type { Browser, Page } from 'playwright-core';

export interface OpenedPage {
  readonly page: Page;
  /** What no page may do: ask another host, break its own policy, fail, or complain. */
  readonly problems: string[];
  close(): Promise<void>;
}

/** A new tab with nothing remembered and without transitions. `width` in pixels. */
export async function openPage(
  browser: Browser,
  url: string,
  { width = 1280, colorScheme = 'light' }: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const problems: string[] = [];
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
  await page.goto(url);
  return { page, problems, close: () => context.close() };
}
