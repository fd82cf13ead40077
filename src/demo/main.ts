/** `npm run demo [-- --verbose]`: until Ctrl-C. */

import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runUntilSignal } from './run-until-signal';

const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } });

void runUntilSignal({
  verbose: values.verbose,
  folder: join(__dirname, '..', '..', '.demo'),
  leases: 10_000,
  groups: 20,
  port: 4000,
  adminPort: 4001,
  path: process.env.PATH ?? '',
});
