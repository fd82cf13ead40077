import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { TEST_SECRET } from '../support/tokens';
import { leasegate } from './leasegate';

jest.setTimeout(60_000);

test('a closed output pipe is not a failure', async () => {
  const program = join(__dirname, '..', '..', 'bin', 'leasegate');
  const line = `(sleep 0.5; "${program}" print-schema) | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line]);
  expect([stdout, stderr]).toEqual(['0\n', '']);
});

test.each([
  [['serve'], 'PORT', 'ADMIN_PORT', 'HOST and PORT'],
  [['serve'], 'ADMIN_PORT', 'PORT', 'ADMIN_HOST and ADMIN_PORT'],
])('%p: a port in use is reported with the settings that change it', async (command, name, free, names) => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { status, stderr } = await leasegate(command, {
    DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
    AUTH_JWT_SECRET: TEST_SECRET,
    [name]: String(port),
    [free]: '0',
  });
  other.close();
  expect(status).toBe(1);
  expect(stderr).toBe(
    `Failed: cannot listen on 127.0.0.1:${port}, from ${names}: another program uses the port (EADDRINUSE)\n`,
  );
});
