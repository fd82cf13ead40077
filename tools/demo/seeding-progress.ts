import { createProgress, type ProgressReporter } from '../../src/cli/progress';
import type { Started } from './started';

/** Shows the progress of seeding, and restores the terminal even if seeding is interrupted. */
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
