/**
 * Loaded into a gateway first (`NODE_OPTIONS=--import`): on SIGUSR2 it collects garbage and writes the bytes of the
 * heap that are left to the file that FAULT_REPORT names.
 */

import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  writeFileSync(`${process.env.FAULT_REPORT}.new`, JSON.stringify(process.memoryUsage().heapUsed));
  renameSync(`${process.env.FAULT_REPORT}.new`, process.env.FAULT_REPORT);
});
