/** What a process adds to its command. */

import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { TEST_SECRET } from '../support/tokens';
import { leasegate } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const env = { DATABASE_URL: 'mysql://root@127.0.0.1:1/none', AUTH_JWT_SECRET: TEST_SECRET };

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

test('a closed output pipe is not a failure', async () => {
  const program = join(__dirname, '..', '..', 'bin', 'leasegate');
  const line = `(sleep 0.5; "${program}" print-schema) | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line]);
  expect([stdout, stderr]).toEqual(['0\n', '']);
});
