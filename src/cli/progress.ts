export interface ProgressReporter {
  /** @param done of `total`, in the same unit; without a total, `what` alone is shown */
  update(done: number, total: number | undefined, what: string): void;
  /** Removes the line from a terminal, so that something else can be printed. The next update shows it again. */
  stop(): void;
}

/** @param leases of `total` that are done */
export type OnLeases = (leases: number, total: number) => void;

interface Dependencies {
  readonly stream: NodeJS.WriteStream;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

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

const ERASE = '\r\x1b[K';

/** A line that is rewritten on a terminal, elsewhere one every ten seconds. The time left is estimated from the time since it began. */
export function createProgress({ stream, now }: Dependencies): ProgressReporter {
  const began = now();
  const everyMs = stream.isTTY ? 200 : 10_000;
  let next = stream.isTTY ? began : began + everyMs;
  let isShown = false;
  return {
    update(done, total, what) {
      if (now() < next) return;
      next = now() + everyMs;
      const text = total === undefined ? what : withShare(what, total === 0 ? 1 : done / total, now() - began);
      stream.write(stream.isTTY ? ERASE + text.slice(0, stream.columns - 1) : `${text}\n`);
      isShown = stream.isTTY;
    },
    stop() {
      if (!isShown) return;
      stream.write(ERASE);
      isShown = false;
      next = now();
    },
  };
}

function withShare(what: string, share: number, elapsedMs: number): string {
  const left = share === 0 ? 'unknown time' : formatted((elapsedMs / share) * (1 - share));
  return `${Math.floor(share * 100)}% · ${what} · ${left} left`;
}

function formatted(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
