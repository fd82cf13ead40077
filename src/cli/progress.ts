import { type Options, Presets, SingleBar } from 'cli-progress';

export interface ProgressReporter {
  /** @param done of `total`, in whatever both are counted in */
  update(done: number, total: number, what: string): void;
  /** Takes a bar off the screen, so that something else may be said; the next update brings it back. */
  stop(): void;
}

interface Surroundings {
  readonly stream: NodeJS.WriteStream;
  /** Milliseconds that only ever grow. */
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

/** A bar on a terminal, elsewhere one line in ten seconds. The rate and the time left are those since it began. */
export function createProgress({ stream, now }: Surroundings): ProgressReporter {
  const began = now();
  const timing = (done: number, total: number): { share: number; left: string } => {
    const share = total === 0 ? 1 : done / total;
    return { share, left: share === 0 ? 'unknown time' : inWords(((now() - began) / share) * (1 - share)) };
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
  /** A bar hides the cursor and cuts long lines, which would outlive the program. */
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
        // Before the listeners of others, which are then still there to be counted.
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

function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
