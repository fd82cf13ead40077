/** Redocly finds nothing to complain of in `openapi.json`. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { ROOT } from '../../test/docs/repository';
import { program } from './program';

test('openapi.json passes its linter', async () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // Throws with what the linter says.
  await promisify(execFile)(program('redocly'), ['lint', 'openapi.json', '--max-problems=20'], { cwd: ROOT, env });
}, 120_000);
