/** `npm run demo [-- --verbose]`: until Ctrl-C. */

import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { packageFolder } from '../../src/package';
import { runUntilSignal } from './run-until-signal';

const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } });

void runUntilSignal({
  verbose: values.verbose,
  folder: join(packageFolder(), '.demo'),
  leases: 10_000,
  groups: 20,
  environment: process.env,
});
