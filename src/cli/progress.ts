import { type Options, Presets, SingleBar } from 'cli-progress';

export interface ProgressReporter {
  /** @param done of `total`, in whatever both are counted in */
  update(done: number, total: number, what: string): void;
  stop(): void;
}

interface Surroundings {
  readonly stream: NodeJS.WriteStream;
  /** Milliseconds that only ever grow. */
  readonly now: () => number;
}

const LINE_EVERY_MS = 10_000;

const BAR: Options = { format: '{bar} {percentage}% · {what} · {left} left', hideCursor: true, fps: 5 };

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
  return {
    update(done, total, what) {
      const { left } = timing(done, total);
      const payload = { what, left };
      if (bar === undefined) {
        bar = new SingleBar({ ...BAR, stream }, Presets.shades_classic);
        bar.start(total, done, payload);
      } else {
        bar.update(done, payload);
      }
    },
    stop: () => bar?.stop(),
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
