import { RefusalSummary } from '../../ingest/cli/refusal-summary';

test('refusals with the same words count together; after a thousand reasons, the others of a file do', () => {
  const summary = new RefusalSummary();
  const add = (reason: string, line = 1, file = 'units.csv') => summary.add({ file, line, reason });
  const name = (nth: number) => [...String(nth)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  expect([add('has 2 cells', 1), add('has 30 cells', 2), add('has 2 cells', 1, 'leases.csv')]).toEqual([
    true,
    false,
    true,
  ]);
  for (let nth = 0; nth < 1_005; nth += 1) add(`has an unknown key ${name(nth)}`, nth);
  expect([summary.all().length, summary.total]).toEqual([1_001, 1_008]);
  expect(summary.all().at(-1)).toEqual({ file: 'units.csv', line: 998, reason: 'other reasons', count: 7 });
  expect(summary.lines()).toEqual([
    'units.csv: 1 more like line 1: has 2 cells',
    'units.csv: 6 more like line 998: other reasons',
  ]);
});
