/** `npm run demo`: until Ctrl-C. */

import { join } from 'node:path';

import { runDemo } from './run-demo';
import { seedingProgress } from './seeding-progress';
import { Started } from './started';

/** The terminal and npm both hand on one Ctrl-C, so a second signal within this time is the same key press. */
const SAME_KEY_PRESS_MS = 500;

async function main(path: string): Promise<void> {
  const started = new Started();
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Impatience: the database server follows by itself as soon as this process is gone.
      if (stoppingSince !== undefined && performance.now() - stoppingSince > SAME_KEY_PRESS_MS) process.exit(1);
      if (stoppingSince !== undefined) return;
      stoppingSince = performance.now();
      // A progress bar ends at once, so that the line comes below it.
      const ended = started.end();
      process.stdout.write('\nStopping …\n');
      void ended.finally(() => process.exit(0));
    });
  }

  try {
    await runDemo(
      {
        folder: join(__dirname, '..', '..', '.demo'),
        leases: 10_000,
        groups: 20,
        port: 4000,
        adminPort: 4001,
        now: new Date(),
        path,
        say: (text) => console.log(text),
        startProgress: () => seedingProgress(process.stdout, started),
      },
      started,
    );
  } catch (error) {
    // What fails because it is being stopped is no failure.
    if (stoppingSince !== undefined) return;
    await started.end();
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

void main(process.env.PATH ?? '');
