/** The whole program with an unreachable collector ends on SIGTERM. */

import { send } from '../http/client';
import { TEST_SECRET } from '../support/tokens';
import { serve } from './leasegate';

// It starts the program, on a machine that may be busy.
jest.setTimeout(60_000);

test('SIGTERM ends it with status 0 although spans wait to be sent', async () => {
  const gateway = await serve({
    DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
    AUTH_JWT_SECRET: TEST_SECRET,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '10',
  });
  const { headers } = await send(`${gateway.url}/unknown`, { method: 'GET' });
  expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  const told = Date.now();
  expect(await gateway.end()).toBe(0);
  expect(Date.now() - told).toBeLessThan(8_000);
});
