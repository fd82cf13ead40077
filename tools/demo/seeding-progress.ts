import { createProgress, type ProgressReporter } from '../../src/cli/progress';
import type { Started } from './started';

/** Shows how far the seeding is, and leaves the terminal as it was even when that is cut short. */
export function seedingProgress(stream: NodeJS.WriteStream, started: Started): ProgressReporter {
  const reporter = createProgress({ stream, now: () => performance.now() });
  let running = true;
  const stop = () => {
    if (running) reporter.stop();
    running = false;
  };
  started.add(stop);
  return {
    update(done, total, what) {
      if (running) reporter.update(done, total, what);
    },
    stop,
  };
}
