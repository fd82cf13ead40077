import { createProgress, type ProgressReporter } from '../../src/cli/progress';

const ERASE = '\r\x1b[K';
let time: number;
let written: string[];
beforeEach(() => {
  time = 0;
  written = [];
});

function progressOn(isTTY: boolean): ProgressReporter {
  const stream = { isTTY, columns: 21, write: (part: string) => written.push(part) };
  return createProgress({ stream: stream as unknown as NodeJS.WriteStream, now: () => time });
}

test('without a terminal, progress is a line every ten seconds', () => {
  const progress = progressOn(false);
  for (; time <= 25_000; time += 1000) progress.update(time, 100_000, 'some');
  progress.stop();
  expect(written).toEqual(['10% · some · 1 min 30 s left\n', '20% · some · 1 min 20 s left\n']);
});

test('on a terminal, one line of its width is rewritten, erased for a message, and comes back', () => {
  const progress = progressOn(true);
  progress.update(1, 4, 'some');
  time = 100;
  progress.update(2, 4, 'some');
  time = 200;
  progress.update(3, 4, 'some');
  progress.stop();
  progress.stop();
  progress.update(4, 4, 'some');
  expect(written).toEqual([
    `${ERASE}25% · some · 0 s lef`,
    `${ERASE}75% · some · 1 s lef`,
    ERASE,
    `${ERASE}100% · some · 0 s le`,
  ]);
});

test.each<[number, number, number | undefined, string[]]>([
  [10_000, 999, 1_000, ['99% · some · 1 s left\n']],
  [10_000, 1, 8, ['12% · some · 1 min 10 s left\n']],
  [10_000, 0, 7, ['0% · some · unknown time left\n']],
  [10_000, 0, 0, ['100% · some · 0 s left\n']],
  [10_000, 5, undefined, ['some\n']],
  [9_999, 1, 7, []],
])('the time left is rounded up: after %d ms, %d of %j: %j', (now, done, total, lines) => {
  const progress = progressOn(false);
  time = now;
  progress.update(done, total, 'some');
  expect(written).toEqual(lines);
});
