import type { Page } from 'playwright-core';

import { insertHousehold } from '../db/household';
import { readOpenApi } from '../openapi/described';
import { startTestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
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
  test('finds the records of a link at once, within 25 kB, and hands the request to both other pages', async () => {
    const page = await open(`/${site.prepared}`);
    await shows(page, /^Gateway ready$/);
    await page.getByRole('row', { name: /^north-lease — — — — — north-tenant$/ }).waitFor();
    const size =
      '(sum, { decodedBodySize, initiatorType }) => sum + (initiatorType === "fetch" ? 0 : decodedBodySize ?? 0)';
    const bytes = await page.evaluate(`performance.getEntries().reduce(${size}, 0)`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(25_000);
    await shows(page, `-d '{"email_address":"north@example.org"}'`);
    await page.getByRole('button', { name: 'JavaScript' }).click();
    await shows(page, 'leasegate.leasePages({"email_address":"north@example.org"})');
    await page.getByRole('button', { name: 'GraphQL' }).click();
    await page.getByRole('link', { name: 'Open in the explorer' }).click();
    await editorShows(page, 'LeasesOfTenant');
    await response(page).getByText('"north-lease"').waitFor();
    await page.getByRole('link', { name: 'Leasegate' }).click();
    await page.getByRole('link', { name: 'Open the reference' }).click();
    await shows(page, '"email_address": "north@example.org"');
  });

  test('finds tenants page by page, leads from a tenant to the leases, and says when there are none', async () => {
    const groups = ['north', ...Array.from({ length: 20 }, (_, number) => `many-${number}`)];
    for (const name of groups.slice(1)) await insertHousehold(database.db, name);
    const page = await open(`/#${new URLSearchParams({ token: await signToken({ groups }) }).toString()}`);
    await page.getByRole('button', { name: 'Find tenants' }).click();
    await shows(page, '1–20 of 21 tenants');
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, '21–21 of 21 tenants');
    expect(await page.evaluate('document.activeElement.id')).toBe('title');
    await page.goBack();
    await shows(page, '1–20 of 21 tenants');
    await page.getByRole('button', { name: 'many-9-tenant' }).click();
    await shows(page, /^1 lease$/);
    await page.locator('#leasesForTenant').getByLabel('Value').fill('nobody<img>');
    await page.keyboard.press('Enter');
    await shows(page, 'Leases of the tenant with the tenant identifier “nobody<img>”');
    await shows(page, /^Your token sees no such leases\./);
  });

  test('says when lookups are unavailable', async () => {
    const lost = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
    await shows(await open('/', lost.url), 'Unavailable: the database cannot answer lookups now');
    expect(await (await fetch(`${lost.url}/status`)).json()).toEqual({ status: 'unavailable' });
    await lost.close();
  });

  test('a token of the address leaves the address, is kept for the tab, and speaks', async () => {
    const page = await open(`/${site.prepared}`);
    await shows(page, /^jane sees north until /);
    expect(page.url()).toBe(`${gateway.url}/`);
    const kept = '[sessionStorage["leasegate.token"], localStorage.length, document.cookie]';
    expect(await page.evaluate(kept)).toEqual([site.token, 0, '']);
    await page.goto(`${gateway.url}/reference`);
    await shows(page, /^jane sees north until /);
  });

  test('without a token it says where one comes from, and of a refused one why', async () => {
    const page = await open('/');
    await shows(page, 'An access token is needed');
    await page.getByText('I run this gateway').click();
    await shows(page, /leasegate token create/);
    await page.getByLabel('Access token').fill('Bearer nonsense');
    await page.getByRole('button', { name: 'Use' }).click();
    await page.locator('#who').getByText('The access token is not valid.').waitFor();
    expect(await page.getByLabel('Access token').inputValue()).toBe('nonsense');
    await page.getByRole('button', { name: 'Find tenants' }).click();
    await page.locator('#summary').getByText('The access token is not valid.').waitFor();
    await page.getByRole('button', { name: 'Forget' }).click();
    await shows(page, 'An access token is needed');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(taken()).toEqual([expect.stringContaining('401'), expect.stringContaining('401')]);
  });
});

describe('the explorer', () => {
  test('runs the prepared examples of both lookups, also after an earlier visit', async () => {
    await database.db.updateTable('units').set({ city: 'Leeds' }).execute();
    const page = await open('/graphql');
    await editorShows(page, 'tenantsByLease');
    await page.goto('about:blank');
    await page.goto(`${gateway.url}/graphql${site.prepared}`);
    await response(page).getByText('"north-lease"').waitFor();
    await page.getByRole('button', { name: 'TenantsOfLeases' }).click();
    await editorShows(page, 'tenantsByLease');
    await run(page);
    await response(page).getByText('"north-tenant"').waitFor();
  });

  test('opens with an answer, whatever the data are, but runs no operation of a link', async () => {
    const token = `#${new URLSearchParams({ token: site.token }).toString()}`;
    await response(await open(`/graphql${token}`))
      .getByText('"north-tenant"')
      .waitFor();
    const page = await open(`/graphql?query=%7Bviewer%7Bsubject%7D%7D${token}`);
    await editorShows(page, 'subject');
    await shows(page, /^jane sees north until /);
    const hint = "getComputedStyle(document.querySelector('.graphiql-response[data-empty]'), '::after').content";
    expect(await page.evaluate(hint)).toMatch(/Press . or Ctrl \+ Enter/);
    await run(page);
    await response(page).getByText('"jane"').waitFor();
    await shows(page, /^200 OK · \d+ ms$/);
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
  test('sends a request with the token, to where the page is from, and shows the answer in place of its example', async () => {
    const page = await open(`/reference${site.prepared}`);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/leases/'));
    const answer = page.locator('.answer').first();
    await answer.getByText('"lease-1"').waitFor();
    const example = await answer.boundingBox();
    await sendButton(page).click();
    const request = await sent;
    expect(request.url()).toBe(`${gateway.url}/leases/find-for-tenant/`);
    expect(request.headers().authorization).toBe(`Bearer ${site.token}`);
    expect(request.postDataJSON()).toEqual({ email_address: 'north@example.org' });
    await answer.getByText('"north-lease"').waitFor();
    await shows(page, /^200 OK · \d+ ms$/);
    expect([await answer.boundingBox(), await answer.getByText('"lease-1"').count()]).toEqual([example, 0]);
    expect(await page.locator('body').innerText()).not.toContain(site.token);
  });

  test('has Send on the first screen or a phone’s second one, every field, and each error and header once', async () => {
    const page = await open('/reference');
    const bottom = async () => ((await sendButton(page).boundingBox())?.y ?? Infinity) + 42;
    expect(await bottom()).toBeLessThan(800);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await bottom()).toBeLessThan(2 * 844);
    const { schemas } = readOpenApi().components;
    const rows = (selector: string): Promise<string[][]> =>
      page.evaluate(
        `Array.from(document.querySelectorAll('${selector} tbody tr'), ({ cells }) => Array.from(cells, (cell) => cell.textContent))`,
      );
    const names = async (selector: string) => (await rows(selector)).map(([name]) => name);
    const email = (await rows('#findLeasesForTenant > .fields'))[2]?.join(' | ');
    expect(email).toMatch(/^email_address \| string, ≤ 255 \| The tenant’s whole e-mail .* \| "ada@example.com"$/);
    for (const [id, schema, ...own] of [
      ['findLeasesForTenant', 'FindForTenant', 'no_tenant_information', 'both_group_identifiers_provided'],
      ['findTenants', 'FindTenants', 'not_found'],
    ]) {
      const inDocument = Object.keys(schemas[schema!]?.properties ?? {});
      expect((await names(`#${id} > .fields`)).filter((name) => !name?.includes('.'))).toEqual(inDocument);
      expect(await names(`#${id} > .types`)).toEqual(own);
    }
    const every = [...(await names('#everyRequest > .types')), ...(await names('#everyRequest .fields'))];
    expect(every).toEqual([...new Set(every)]);
    expect(every).toEqual(expect.arrayContaining(['expired_token', 'timeout', 'X-Request-Id', 'Retry-After', 'Allow']));
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
    const page = await open(`/reference${site.prepared}`, explaining.url);
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

  test('from the token to the records, to an answer of the explorer, and out of its editors', async () => {
    const page = await open('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await tabTo(page, '#token');
    await page.keyboard.insertText(site.token);
    await page.keyboard.press('Enter');
    await shows(page, /^jane sees north until /);
    await tabTo(page, '#tenantsByLease button');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /north-tenant/ }).waitFor();
    await tabTo(page, '#languages :nth-child(2)');
    await page.keyboard.press('Enter');
    await tabTo(page, '#open');
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
