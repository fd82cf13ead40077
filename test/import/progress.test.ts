import { createProgress, type ProgressReporter } from '../../src/cli/progress';

/** Turns the cursor and line wrap off. */
const BEGUN = '\x1b[?25l\x1b[?7l';
/** Clears the line of the bar, and turns both on again. */
const RESTORED = '\x1b[?25h\x1b[?7h\x1b8\x1b[1G\x1b[2K';

describe('progress', () => {
  let time = 0;
  let written: string[];
  beforeEach(() => {
    time = 0;
    written = [];
  });

  function progressOn(isTTY: boolean): ProgressReporter {
    const stream = { isTTY, columns: 80, write: (part: string) => written.push(part) };
    return createProgress({ stream: stream as unknown as NodeJS.WriteStream, now: () => time });
  }

  it('without a terminal is one line every ten seconds', () => {
    const progress = progressOn(false);
    for (; time <= 25_000; time += 1000) progress.update(time, 100_000, 'some');
    progress.stop();
    expect(written).toEqual(['10% · some · 1 min 30 s left\n', '20% · some · 1 min 20 s left\n']);
  });

  it('on a terminal is cleared for a message, and comes back', () => {
    const progress = progressOn(true);
    for (const done of [1, 2]) {
      progress.update(done, 4, 'some');
      expect(written.join('')).toContain(BEGUN);
      expect(written.join('')).toContain(`${done * 25}% · some`);
      progress.stop();
      expect(written.join('')).toContain(RESTORED);
      written = [];
    }
  });

  it('removes its signal listeners', () => {
    const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal));
    const before = listeners();
    const progress = progressOn(true);
    for (const done of [1, 2, 3]) {
      progress.update(done, 4, 'some');
      progress.update(done, 4, 'some');
      expect(listeners()).toEqual(before.map((count) => count + 1));
      progress.stop();
      expect(listeners()).toEqual(before);
    }
  });

  it('rounds the remaining time up, and is complete when there is nothing to do', () => {
    const lineAt = (now: number, done: number, total: number): string[] => {
      time = 0;
      written = [];
      const progress = progressOn(false);
      time = now;
      progress.update(done, total, 'some');
      return written;
    };
    expect(lineAt(10_000, 999, 1_000)).toEqual(['99% · some · 1 s left\n']);
    expect(lineAt(10_000, 1, 8)).toEqual(['12% · some · 1 min 10 s left\n']);
    expect(lineAt(10_000, 0, 7)).toEqual(['0% · some · unknown time left\n']);
    expect(lineAt(10_000, 0, 0)).toEqual(['100% · some · 0 s left\n']);
    expect(lineAt(9_999, 1, 7)).toEqual([]);
  });

  describe('at a signal', () => {
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    beforeEach(() => kill.mockClear());
    afterAll(() => kill.mockRestore());

    it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s restores the terminal and ends the process', (signal) => {
      progressOn(true).update(1, 4, 'some');
      process.emit(signal, signal);
      expect(written.join('')).toContain(RESTORED);
      expect(kill).toHaveBeenCalledWith(process.pid, signal);
      expect(process.listenerCount(signal)).toBe(0);
    });

    it('leaves the end of the process to another listener', () => {
      const other = jest.fn();
      process.once('SIGTERM', other);
      progressOn(true).update(1, 4, 'some');
      process.emit('SIGTERM', 'SIGTERM');
      expect(written.join('')).toContain(RESTORED);
      expect(other).toHaveBeenCalledTimes(1);
      expect(kill).not.toHaveBeenCalled();
    });
  });
});
