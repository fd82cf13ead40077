/** `npm run demo [-- --verbose]`: until Ctrl-C. */

import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { packageFolder } from '../../src/package';
import { runUntilSignal } from './run-until-signal';

const options = { verbose: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
const { verbose, help } = parseArgs({ options }).values;

if (help)
  console.log(
    'npm run demo [-- --verbose]: runs the demo until Ctrl-C. --verbose prints all of its requests and tokens.',
  );
else
  void runUntilSignal({
    verbose,
    folder: join(packageFolder(), '.demo'),
    leases: 10_000,
    groups: 20,
    environment: process.env,
  });
