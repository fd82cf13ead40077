import { join } from 'node:path';

import { leasegate } from './leasegate';

test('invalid settings end `serve` with status 1 and all problems before anything starts', async () => {
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

test.each([['migrate'], ['member', 'list', '--subject', 'jane']])('%s %s: a missing DATABASE_URL', async (...args) => {
  const { status, stderr } = await leasegate(args);
  expect(status).toBe(1);
  expect(stderr).toContain('DATABASE_URL is not set');
});

test('an address that cannot be used ends `serve` with status 1', async () => {
  const { status, stderr } = await leasegate(['serve'], {
    DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
    AUTH_JWT_SECRET: 'x'.repeat(32),
    HOST: '192.0.2.1',
    PORT: '0',
    ADMIN_PORT: '0',
  });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'Failed: cannot listen on 192.0.2.1:0, from HOST and PORT: this machine does not have the address (EADDRNOTAVAIL)\n',
  );
  expect(stderr).not.toMatch(/^ {4}at /m);
});

test('an invalid manifest is reported before anything starts', async () => {
  const { status, stderr } = await leasegate(['serve'], {
    DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
    AUTH_JWT_SECRET: 'x'.repeat(32),
    TRUSTED_DOCUMENTS: 'enforce',
    TRUSTED_DOCUMENTS_FILE: join(__dirname, '..', '..', 'package.json'),
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('TRUSTED_DOCUMENTS_FILE names a file that is not a manifest');
});
