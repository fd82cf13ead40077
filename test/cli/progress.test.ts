import { createProgress } from '../../src/cli/progress';

/** The progress of a command, where standard error is no terminal: a line every ten seconds. */

test.each([
  [0, '0% · records · unknown time left'],
  [1, '25% · records · 30 s left'],
  [3, '75% · records · 4 s left'],
  [undefined, 'records'],
])('after ten seconds with %s of 4 done: %s', (done, line) => {
  let now = 0;
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  const { update } = createProgress({ stream, now: () => now });
  for (now of [0, 9_999, 10_000, 19_999]) update(done ?? 0, done === undefined ? undefined : 4, 'records');
  expect(written).toEqual([`${line}\n`]);
});
