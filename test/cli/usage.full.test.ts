import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { leasegate } from './leasegate';

/** What the process of a command adds to the command. */

test('the program ends with the status of its command', async () => {
  expect(await leasegate(['frobnicate'])).toMatchObject({ status: 2, stdout: '' });
});

test('a closed output pipe is not a failure', async () => {
  const program = join(__dirname, '..', '..', 'bin', 'leasegate');
  const line = `(sleep 0.5; "${program}" print-schema) | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line]);
  expect([stdout, stderr]).toEqual(['0\n', '']);
});
