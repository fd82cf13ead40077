import type { Page } from 'playwright-core';

import { readOpenApi } from '../openapi/described';
import { startTestGateway } from '../support/gateway';
import { siteForAllTests } from './site';

/** Decision 60: the web pages in a real browser. */

const site = siteForAllTests();
const { database, gateway, open, taken } = site;

const response = (page: Page) => page.locator('.graphiql-response');
const run = (page: Page) => page.getByRole('button', { name: /Execute query/ }).click();
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const editorShows = (page: Page, text: string) => page.locator('.graphiql-query-editor').getByText(text).waitFor();
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send' }).first();

describe('the start page', () => {
  test('describes the gateway and its health, and links to both APIs', async () => {
    const page = await open('/');
    await shows(page, /^Ready$/);
    await page.getByRole('link', { name: /GraphQL explorer/ }).click();
    await page.locator('.graphiql-container').waitFor();
    await page.getByRole('link', { name: 'Leasegate' }).click();
    await page.getByRole('link', { name: /REST reference/ }).click();
    await shows(page, '/leases/find-for-tenant/');
  });

  test('says when lookups are unavailable', async () => {
    const lost = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
    await shows(await open('/', {}, lost.url), 'Unavailable: the database cannot answer lookups now');
    await lost.close();
  });

  test('a token of the address leaves the address, is kept for the tab, and speaks', async () => {
    const page = await open(`/${site.prepared}`);
    await shows(page, /^jane sees north until /);
    expect(page.url()).toBe(`${gateway.url}/`);
    expect(await page.evaluate('[sessionStorage["leasegate.token"], localStorage.length, document.cookie]')).toEqual([
      site.token,
      0,
      '',
    ]);
    await page.goto(`${gateway.url}/reference`);
    await shows(page, /^jane sees north until /);
  });

  test('a token that is refused is said to be, in the words of the gateway', async () => {
    const page = await open('/');
    await page.getByLabel('Access token').fill('Bearer nonsense');
    await page.getByRole('button', { name: 'Use' }).click();
    await shows(page, 'The access token is not valid.');
    expect(await page.getByLabel('Access token').inputValue()).toBe('nonsense');
    expect(taken()).toEqual([expect.stringContaining('401')]);
  });
});

describe('the explorer', () => {
  test('runs the prepared examples of both lookups and shows their records', async () => {
    await database.db.updateTable('units').set({ city: 'Leeds' }).execute();
    const page = await open(`/graphql${site.prepared}`);
    await editorShows(page, 'leasesForTenant');
    await page.getByRole('button', { name: 'TenantsOfLeases' }).click();
    await editorShows(page, 'tenantsByLease');
    await run(page);
    await response(page).getByText('"north-tenant"').waitFor();
    await page.getByRole('button', { name: 'LeasesOfTenant' }).click();
    await editorShows(page, 'leasesForTenant');
    await run(page);
    await response(page).getByText('"leasesForTenant"').waitFor();
  });

  test('finds records at the first run, whatever the data are', async () => {
    const page = await open(`/graphql#${new URLSearchParams({ token: site.token }).toString()}`);
    await editorShows(page, 'tenantsByLease');
    await run(page);
    await response(page).getByText('"north-tenant"').waitFor();
    await shows(page, /^200 OK · \d+ ms$/);
  });

  test('shows the values of a link, also after an earlier visit', async () => {
    const page = await open('/graphql');
    await editorShows(page, 'tenantsByLease');
    await page.goto('about:blank');
    await page.goto(`${gateway.url}/graphql${site.prepared}`);
    await editorShows(page, 'leasesForTenant');
    await run(page);
    await response(page).getByText('"north-lease"').waitFor();
  });

  test('shows the error of a missing token, and goes on once there is one', async () => {
    const page = await open('/graphql');
    await run(page);
    await response(page).getByText('"missing_authorization"').waitFor();
    expect(taken()).toEqual([expect.stringContaining('401')]);
    await page.getByLabel('Access token').fill(site.token);
    await page.keyboard.press('Enter');
    await shows(page, /^jane sees north until /);
    await run(page);
    await response(page).getByText('"tenantsByLease"').waitFor();
  });
});

describe('the reference', () => {
  test('sends a request with the token, to where the page is from, and shows the status, the time and the answer', async () => {
    const page = await open(`/reference${site.prepared}`);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/leases/'));
    await sendButton(page).click();
    const request = await sent;
    expect(request.url()).toBe(`${gateway.url}/leases/find-for-tenant/`);
    expect(request.headers().authorization).toBe(`Bearer ${site.token}`);
    expect(request.postDataJSON()).toEqual({ email_address: 'north@example.org' });
    await shows(page, '"north-lease"');
    await shows(page, /^200 OK · \d+ ms$/);
    expect(await page.locator('body').innerText()).not.toContain(site.token);
  });

  test('lists every field of a request, the errors of each operation, and each header once', async () => {
    const page = await open('/reference');
    await sendButton(page).waitFor();
    const { schemas } = readOpenApi().components;
    const rows = (selector: string): Promise<string[][]> =>
      page.evaluate(
        `Array.from(document.querySelectorAll('${selector} tbody tr'), ({ cells }) => Array.from(cells, (cell) => cell.textContent))`,
      );
    expect(await rows('#findLeasesForTenant .columns .fields')).toContainEqual([
      'email_address',
      'string, ≤ 255',
      'The tenant’s whole e-mail address; letter case and surrounding spaces are ignored.',
      '"ada@example.com"',
    ]);
    for (const [id, schema, firstError] of [
      ['findLeasesForTenant', 'FindForTenant', 'no_tenant_information'],
      ['findTenants', 'FindTenants', 'not_found'],
    ]) {
      const fields = await rows(`#${id} .columns .fields`);
      const inDocument = Object.keys(schemas[schema!]?.properties ?? {});
      expect(fields.map(([name]) => name).filter((name) => !name?.includes('.'))).toEqual(inDocument);
      const errors = (await rows(`#${id} .errors`)).map(([type]) => type);
      expect(errors).toEqual(expect.arrayContaining([firstError, 'expired_token', 'rate_limited', 'timeout']));
    }
    // Both operations together take less than five screens.
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(4000);
    const headers = (await rows('#reference > section:last-child')).map(([name]) => name);
    expect(headers).toEqual([...new Set(headers)]);
    expect(headers).toEqual(expect.arrayContaining(['X-Request-Id', 'Retry-After', 'WWW-Authenticate', 'Allow']));
  });

  test('shows a text with markup as text', async () => {
    const page = await open(
      `/reference#${new URLSearchParams({ token: site.token, email: '<img src=x onerror=alert(1)>' }).toString()}`,
    );
    await sendButton(page).click();
    await shows(page, /^200 OK/);
    expect(await page.locator('#reference img').count()).toBe(0);
    expect(await page.getByLabel('curl command').first().innerText()).toContain('<img src=x onerror=alert(1)>');
  });

  test('REST_EXPLAIN=on: shows the same request as GraphQL', async () => {
    const explaining = await startTestGateway({ databaseUrl: database.url, env: { REST_EXPLAIN: 'on' } });
    const page = await open(`/reference${site.prepared}`, {}, explaining.url);
    await page.getByRole('button', { name: 'Show as GraphQL' }).first().click();
    await shows(page, 'query LeasesForTenant(');
    await explaining.close();
  });
});

describe('by keyboard alone', () => {
  /** Goes on by Tab until `found` says that the focus is there. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${selector}.`);
  }

  test('from the start page through the token to an answer of the explorer, and out of its editors', async () => {
    const page = await open('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await tabTo(page, '#token');
    await page.keyboard.insertText(site.token);
    await page.keyboard.press('Enter');
    await shows(page, /^jane sees north until /);
    await tabTo(page, '.card');
    await page.keyboard.press('Enter');
    await page.locator('.graphiql-query-editor textarea').waitFor({ state: 'attached' });
    await tabTo(page, '.graphiql-query-editor textarea');
    await page.keyboard.press('Tab');
    await tabTo(page, '.graphiql-execute-button');
    await page.keyboard.press('Enter');
    await response(page).getByText('"tenantsByLease"').waitFor();
    await tabTo(page, '.graphiql-editor-tool textarea');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate('document.activeElement.closest(".CodeMirror")')).toBeNull();
  });
});
