import { send } from '../http/client';
import { TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import { serve } from './leasegate';

jest.setTimeout(120_000);

test('an unreachable database does not stop the start, and is said once', async () => {
  const gateway = await serve({ AUTH_JWT_SECRET: TEST_SECRET, DATABASE_URL: 'mysql://root@127.0.0.1:1/none' });
  expect((await send(`${gateway.adminUrl}/livez`, { method: 'GET' })).status).toBe(200);
  expect((await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(503);
  const warnings = () => gateway.stdout().match(/^.*lookups are unavailable.*$/gm) ?? [];
  await until(() => warnings().length !== 0);
  expect(await gateway.end()).toBe(0);
  expect(warnings().map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      level: 40,
      problems: ['the database at 127.0.0.1:1 does not answer: the connection was refused'],
    }),
  ]);
});
