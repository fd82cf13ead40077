import { readText } from '../../test/docs/repository';

/** `before` and `after` are lines, with each run of spaces as one; `reason` says why nobody could tell. */
type Equivalent = Readonly<Record<'file' | 'before' | 'after' | 'reason', string>>;

test.each(JSON.parse(readText('qa/mutants/equivalents.json')) as Equivalent[])(
  '$file still has: $before',
  ({ file, before, after, reason }) => {
    expect(readText(file).replaceAll(/\s+/g, ' ')).toContain(before);
    expect([after === before, reason.endsWith('.')]).toEqual([false, true]);
  },
);
