import { createProgress, type ProgressReporter } from '../../src/cli/progress';
import { listenToSignals } from '../../src/cli/signals';
import { type DemoOptions, runDemo } from './run-demo';

/** Runs the demo in this process until a signal ends it (exit status 0). The status is 1 if it cannot start. */
export async function runUntilSignal(options: Omit<DemoOptions, 'now' | 'say' | 'startProgress'>): Promise<void> {
  const started = new Started();
  const { stop, force } = listenToSignals();
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    // Erases the progress at once, so that the line is printed below it.
    const ended = started.end();
    process.stdout.write('\nStopping …\n');
    void ended.finally(() => process.exit(0));
  };
  void stop.then(end);
  process.on('SIGHUP', end);
  // The database server ends by itself as soon as this process is gone.
  void force.then((signal) => signal === 'SIGINT' && process.exit(1));

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
    // A failure caused by stopping is not reported.
    if (stopping) return;
    await started.end();
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** What has been started so far, to be ended in reverse order. */
export class Started {
  readonly #ends: (() => unknown)[] = [];
  #isEnding = false;

  get isEnding(): boolean {
    return this.#isEnding;
  }

  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    try {
      for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) await end();
    } finally {
      this.#isEnding = false;
    }
  }
}

/** Progress of the seeding. Its line is cleared even when the demo is ended in between. */
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
