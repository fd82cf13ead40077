/** Linters find nothing to complain of, and what `npm run codegen` writes is up to date. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { ROOT } from '../../test/docs/repository';
import { program } from './program';

const RULES = 'qa/standards/eslint.config.mjs';

test.each([
  ['schema.graphql', program('eslint'), ['--config', RULES, '--max-warnings', '0', 'schema.graphql']],
  ['openapi.json', program('redocly'), ['lint', 'openapi.json', '--max-problems=20']],
  // The first run installs the packages of codegen.
  ['client/generated', 'npm', ['run', 'codegen', '--', '--check']],
])(
  '%s',
  async (_what, linter, args) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    // Throws with what the linter says.
    await promisify(execFile)(linter, args, { cwd: ROOT, env });
  },
  300_000,
);
