/**
 * Loaded before Leasegate (`node --require`): the first SIGUSR2 starts a CPU profile, the second writes it to the file
 * that PROFILE_FILE names. `node --cpu-prof` would include the start and the warm-up.
 */

import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const SAMPLE_EVERY_MICROSECONDS = 500;

function recordProfile(file: string): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
  let records = false;
  process.on('SIGUSR2', () => {
    if (!records) session.post('Profiler.start');
    else
      session.post('Profiler.stop', (error, result) => {
        if (error) throw error;
        // A process that waits for this file then finds it complete.
        writeFileSync(`${file}.part`, JSON.stringify(result.profile));
        renameSync(`${file}.part`, file);
      });
    records = !records;
  });
}

const { PROFILE_FILE = '' } = process.env;
recordProfile(PROFILE_FILE);
