/** graphql-eslint finds nothing to complain of in `schema.graphql`. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { ROOT } from '../../test/docs/repository';
import { program } from './program';

test('schema.graphql keeps the rules for names, descriptions and Relay', async () => {
  const args = ['--config', 'qa/standards/eslint.config.mjs', '--max-warnings', '0', 'schema.graphql'];
  // Throws with what the linter says.
  await promisify(execFile)(program('eslint'), args, { cwd: ROOT });
}, 120_000);
