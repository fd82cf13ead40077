import { type DemoOptions, runDemo } from './run-demo';
import { seedingProgress } from './seeding-progress';
import { Started } from './started';

/** The terminal and npm both hand on one Ctrl-C, so a second signal within this time is the same key press. */
const SAME_KEY_PRESS_MS = 500;

/** Runs the demo as this process: until a signal ends it (exit status 0), or it cannot start (1). */
export async function runUntilSignal(options: Omit<DemoOptions, 'now' | 'say' | 'startProgress'>): Promise<void> {
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
        ...options,
        now: new Date(),
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
