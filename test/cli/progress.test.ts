import { createProgress } from '../../src/cli/progress';

/** The progress of a command: a line every ten seconds, and at a terminal a single line, five times a second. */

const streamTo = (written: string[], shape: object) =>
  ({ ...shape, write: (text: string) => written.push(text) > 0 }) as unknown as NodeJS.WriteStream;

test.each([
  [0, '0% · records · unknown time left'],
  [1, '12% · records · 1 min 10 s left'],
  [6, '75% · records · 4 s left'],
  [undefined, 'records'],
])('after ten seconds with %s of 8 done: %s', (done, line) => {
  let now = 0;
  const written: string[] = [];
  const { update } = createProgress({ stream: streamTo(written, { isTTY: false }), now: () => now });
  for (now of [0, 9_999, 10_000, 19_999]) update(done ?? 0, done === undefined ? undefined : 8, 'records');
  expect(written).toEqual([`${line}\n`]);
});

test('a terminal shows the line at once, within its width, and again after 200 ms or what was printed between', () => {
  let now = 0;
  const written: string[] = [];
  const { update, stop } = createProgress({ stream: streamTo(written, { isTTY: true, columns: 30 }), now: () => now });
  for (now of [0, 199, 200, 30_000]) update(1, 4, 'records');
  for (const again of [stop, stop]) again();
  update(1, 4, 'records');
  const last = '25% · records · 1 min 30 s le';
  expect(written.map((text) => text.replace('\r\x1b[K', ''))).toEqual([
    '25% · records · 0 s left',
    '25% · records · 1 s left',
    last,
    '',
    last,
  ]);
});
