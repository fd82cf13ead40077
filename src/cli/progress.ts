export interface ProgressReporter {
  /** @param done of `total`, in the same unit */
  update(done: number, total: number, what: string): void;
  /** Removes the line of a terminal, so that something else can be printed. A later update shows it again. */
  stop(): void;
}

interface Dependencies {
  readonly stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds between two updates. */
const INTERVAL = { terminal: 200, file: 10_000 };

/** Clears the line of the cursor, and returns to its beginning. */
const CLEAR = '\r\x1b[2K';

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

/** A line that changes on a terminal, elsewhere a line every ten seconds. The time left is estimated from the time since it began. */
export function createProgress({ stream, now }: Dependencies): ProgressReporter {
  const began = now();
  let next = stream.isTTY ? began : began + INTERVAL.file;
  return {
    update(done, total, what) {
      if (now() < next) return;
      next = now() + (stream.isTTY ? INTERVAL.terminal : INTERVAL.file);
      const share = total === 0 ? 1 : done / total;
      const left = share === 0 ? 'unknown time' : formatted(((now() - began) / share) * (1 - share));
      const line = `${Math.floor(share * 100)}% · ${what} · ${left} left`;
      // A longer line would wrap, and only its last row would be cleared.
      stream.write(stream.isTTY ? `${CLEAR}${line.slice(0, stream.columns - 1)}` : `${line}\n`);
    },
    stop() {
      if (stream.isTTY) stream.write(CLEAR);
    },
  };
}

function formatted(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
