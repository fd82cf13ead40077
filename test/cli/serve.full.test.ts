/** How `leasegate serve` starts, or says why it cannot. */

import { createServer } from 'node:net';
import { join } from 'node:path';

import { send } from '../http/client';
import { TEST_SECRET } from '../support/tokens';
import { leasegate, serve } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const env = { DATABASE_URL: 'mysql://root@127.0.0.1:1/none', AUTH_JWT_SECRET: TEST_SECRET };

test('SIGTERM ends it with status 0 although spans wait for an unreachable collector', async () => {
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_BSP_SCHEDULE_DELAY: '10' };
  const gateway = await serve({ ...env, ...tracing });
  const { headers } = await send(`${gateway.url}/unknown`, { method: 'GET' });
  expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  const asked = Date.now();
  expect(await gateway.end()).toBe(0);
  expect(Date.now() - asked).toBeLessThan(8_000);
});

test('invalid settings end it with status 1 and all problems before anything starts', async () => {
  const { status, stdout, stderr } = await leasegate(['serve'], {
    DATABASE_URL: 'mysql://root:hunter2@localhost',
    PORT: 'hunter2',
    BUSINESS_TIME_ZONE: 'Hunter2/Nowhere',
  });
  expect([status, stdout]).toEqual([1, '']);
  for (const name of ['DATABASE_URL', 'PORT', 'BUSINESS_TIME_ZONE', 'AUTH_JWT_SECRET']) {
    expect(stderr).toMatch(new RegExp(`^  ${name} `, 'm'));
  }
  expect(stderr).not.toMatch(/hunter2|^ {4}at /im);
});

test('an invalid manifest ends it with status 1', async () => {
  const file = join(__dirname, '..', '..', 'package.json');
  const { status, stderr } = await leasegate(['serve'], {
    ...env,
    TRUSTED_DOCUMENTS: 'enforce',
    TRUSTED_DOCUMENTS_FILE: file,
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('names a file that is not a manifest')]);
});

test.each([['migrate'], ['member', 'list', '--subject', 'jane']])('%s %s needs DATABASE_URL', async (...args) => {
  const { status, stderr } = await leasegate(args, { DATABSE_URL: 'mysql://db.example/leasegate' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL is not set')]);
  expect(stderr).toContain('unknown setting DATABSE_URL; did you mean DATABASE_URL?');
});

test('an address that it cannot listen on is reported with the settings that change it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const taken = 'another program uses the port (EADDRINUSE)';
  for (const [settings, reason] of [
    [{ PORT: String(port), ADMIN_PORT: '0' }, `127.0.0.1:${port}, from HOST and PORT: ${taken}`],
    [{ PORT: '0', ADMIN_PORT: String(port) }, `127.0.0.1:${port}, from ADMIN_HOST and ADMIN_PORT: ${taken}`],
    [
      { HOST: '192.0.2.1', PORT: '0', ADMIN_PORT: '0' },
      '192.0.2.1:0, from HOST and PORT: this machine does not have the address (EADDRNOTAVAIL)',
    ],
  ] as const) {
    const { status, stderr } = await leasegate(['serve'], { ...env, ...settings });
    expect([status, stderr]).toEqual([1, `Failed: cannot listen on ${reason}\n`]);
  }
  other.close();
});
