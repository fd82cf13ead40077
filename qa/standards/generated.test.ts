/** What `npm run codegen` writes is up to date. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { ROOT } from '../../test/docs/repository';

test('the types in test/generated and client/generated are those that codegen.yml gives', async () => {
  // Throws with what is out of date. The first run installs the packages of codegen.
  await promisify(execFile)('npm', ['run', 'codegen', '--', '--check'], { cwd: ROOT });
}, 300_000);
