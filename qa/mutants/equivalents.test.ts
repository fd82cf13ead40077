import { readText } from '../../test/docs/repository';

interface Equivalent {
  readonly file: string;
  /** The lines, with each run of spaces as one. */
  readonly before: string;
  readonly after: string;
  /** Why nobody could tell. */
  readonly reason: string;
}

test.each(JSON.parse(readText('qa/mutants/equivalents.json')) as Equivalent[])(
  '$file still has: $before',
  ({ file, before, after, reason }) => {
    expect(readText(file).replaceAll(/\s+/g, ' ')).toContain(before);
    expect([after === before, reason.endsWith('.')]).toEqual([false, true]);
  },
);
