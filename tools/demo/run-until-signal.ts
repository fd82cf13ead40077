import { type DemoOptions, runDemo } from './run-demo';
import { seedingProgress } from './seeding-progress';
import { Started } from './started';

/** The terminal and npm both forward Ctrl-C, so a second signal within this time is the same key press. */
const SAME_KEY_PRESS_MS = 500;

/** Runs the demo in this process until a signal ends it (exit status 0) or it fails to start (1). */
export async function runUntilSignal(options: Omit<DemoOptions, 'now' | 'say' | 'startProgress'>): Promise<void> {
  const started = new Started();
  let stoppingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second key press: end now. The database server ends by itself when this process does.
      if (stoppingSince !== undefined && performance.now() - stoppingSince > SAME_KEY_PRESS_MS) process.exit(1);
      if (stoppingSince !== undefined) return;
      stoppingSince = performance.now();
      // This ends a progress bar at once, so the line appears below it.
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
    // A failure that is caused by the stop does not count.
    if (stoppingSince !== undefined) return;
    await started.end();
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
