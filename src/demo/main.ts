/** `npm run demo`: until Ctrl-C. */

import { join } from 'node:path';

import { runUntilSignal } from './run-until-signal';

void runUntilSignal({
  folder: join(__dirname, '..', '..', '.demo'),
  leases: 10_000,
  groups: 20,
  port: 4000,
  adminPort: 4001,
  path: process.env.PATH ?? '',
});
