import { createProgress, type ProgressReporter } from '../../src/cli/progress';

const CLEARED = '\r\x1b[2K';

describe('progress', () => {
  let time = 0;
  let written: string[];
  beforeEach(() => {
    time = 0;
    written = [];
  });

  function progressOn(isTTY: boolean): ProgressReporter {
    const stream = { isTTY, columns: 80, write: (part: string) => written.push(part) > 0 };
    return createProgress({ stream, now: () => time });
  }

  it('without a terminal is one line every ten seconds', () => {
    const progress = progressOn(false);
    for (; time <= 25_000; time += 1000) progress.update(time, 100_000, 'some');
    progress.stop();
    expect(written).toEqual(['10% · some · 1 min 30 s left\n', '20% · some · 1 min 20 s left\n']);
  });

  it('on a terminal is one line that changes five times a second, is cleared for a message, and comes back', () => {
    const progress = progressOn(true);
    for (; time < 400; time += 50) progress.update(1, 4, 'some');
    expect(written).toEqual([`${CLEARED}25% · some · 0 s left`, `${CLEARED}25% · some · 1 s left`]);
    progress.stop();
    expect(written.slice(2)).toEqual([CLEARED]);
    progress.update(2, 4, 'some');
    expect(written.slice(3)).toEqual([`${CLEARED}50% · some · 1 s left`]);
  });

  it('on a terminal is no longer than its line', () => {
    progressOn(true).update(1, 4, 'x'.repeat(100));
    expect(written).toEqual([`${CLEARED}25% · ${'x'.repeat(73)}`]);
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
});
