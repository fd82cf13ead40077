import { type Options, Presets, SingleBar } from 'cli-progress';

export interface ProgressReporter {
  /** @param done of `total`, in the same unit */
  update(done: number, total: number, what: string): void;
  /** Removes the bar, so that something else can be printed. The next update shows it again. */
  stop(): void;
}

interface Dependencies {
  readonly stream: NodeJS.WriteStream;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

const LINE_EVERY_MS = 10_000;

const BAR: Options = {
  format: '{bar} {percentage}% · {what} · {left} left',
  hideCursor: true,
  clearOnComplete: true,
  fps: 5,
};

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface CommandProgress extends ProgressReporter {
  /** Since it began. */
  seconds(): number;
}

/** Progress of a command, on standard error. */
export function commandProgress(): CommandProgress {
  const now = () => performance.now();
  const began = now();
  return { ...createProgress({ stream: process.stderr, now }), seconds: () => (now() - began) / 1000 };
}

/** A bar on a terminal, elsewhere a line every ten seconds. The time left is estimated from the time since it began. */
export function createProgress({ stream, now }: Dependencies): ProgressReporter {
  const began = now();
  const timing = (done: number, total: number): { share: number; left: string } => {
    const share = total === 0 ? 1 : done / total;
    return { share, left: share === 0 ? 'unknown time' : formatted(((now() - began) / share) * (1 - share)) };
  };
  return stream.isTTY ? barProgress(stream, timing) : lineProgress(stream, now, timing);
}

type Timing = (done: number, total: number) => { readonly share: number; readonly left: string };

function barProgress(stream: NodeJS.WriteStream, timing: Timing): ProgressReporter {
  let bar: SingleBar | undefined;
  const stop = (): void => {
    for (const signal of ENDING_SIGNALS) process.removeListener(signal, end);
    bar?.stop();
    bar = undefined;
  };
  /** A bar changes the terminal: it hides the cursor and cuts long lines. */
  const end = (signal: NodeJS.Signals): void => {
    stop();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  return {
    update(done, total, what) {
      const { left } = timing(done, total);
      const payload = { what, left };
      if (bar === undefined) {
        bar = new SingleBar({ ...BAR, stream }, Presets.shades_classic);
        bar.start(total, done, payload);
        // First, so that `end` still counts the listeners of others.
        for (const signal of ENDING_SIGNALS) process.prependListener(signal, end);
      } else {
        bar.update(done, payload);
      }
    },
    stop,
  };
}

function lineProgress(stream: NodeJS.WriteStream, now: () => number, timing: Timing): ProgressReporter {
  let next = now() + LINE_EVERY_MS;
  return {
    update(done, total, what) {
      if (now() < next) return;
      next = now() + LINE_EVERY_MS;
      const { share, left } = timing(done, total);
      stream.write(`${Math.floor(share * 100)}% · ${what} · ${left} left\n`);
    },
    stop: () => {},
  };
}

function formatted(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
