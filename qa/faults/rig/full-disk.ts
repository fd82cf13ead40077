import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './run';

const SIZE = 1024 ** 2;

/** A small separate disk in memory. Needs root. */
export async function fullDisk(path: string): Promise<{ path: string; fill(): void; remove(): Promise<void> }> {
  mkdirSync(path, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'leasegate-full', path]);
  return {
    path,
    fill() {
      try {
        writeFileSync(join(path, 'filler'), Buffer.alloc(2 * SIZE));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    async remove() {
      await run('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
