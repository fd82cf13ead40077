/** The reference with REST_EXPLAIN, in a real browser. */

import { insertHousehold } from '../db/household';
import { launchBrowser } from '../support/browser';
import { createTestDatabase } from '../support/database';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { startTestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { openPage } from './opened-page';
import { until } from '../support/until';

test(
  'tabs show the GraphQL operation of a request, and the client’s program',
  async () => {
    const browser = await launchBrowser();
    const database = await createTestDatabase();
    await insertHousehold(database.db, 'north');
    const gateway = await startTestGateway({ databaseUrl: database.url, env: { REST_EXPLAIN: 'on' } });
    const token = await signToken({ groups: ['north'], subject: 'jane' });
    const fragment = new URLSearchParams({ token, email: 'north@example.org', city: 'Leeds' }).toString();
    const { page, problems, close } = await openPage(browser, `${gateway.url}/reference#${fragment}`);

    await page.getByText('Find the leases of a tenant').click();
    const body = page.locator('.body-param__text').first();
    await until(async () => (await body.inputValue()).includes('@example.org'));
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('tab', { name: 'GraphQL' }).click();
    await page.getByRole('tabpanel').getByText('"emailAddress": "north@example.org"').waitFor();
    await page.getByRole('tab', { name: 'Client' }).click();
    await page.getByRole('tabpanel').getByText("from 'leasegate/client'").waitFor();
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.locator('.curl').getByText('north@example.org').waitFor();
    expect(await page.locator('body').innerText()).not.toContain(token);
    expect(problems).toEqual([]);

    await close();
    await gateway.close();
    await browser.close();
    await database.drop();
  },
  INSTALL_LIMIT_MS,
);
