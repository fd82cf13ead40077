/** What --prune deletes and keeps. What would lose too much is refused before anything is written. */

import { lossMessage, NONE, parseLimit } from '../../ingest/import/limits';
import { caseForEachTest, inOtherDatabase, PRUNE_ALL, SMALL } from './import-case';

const tenants = Array.from({ length: 17 }, (_, index) => ({ identifier: `t${index}`, group: 'north' }));

describe('of a small database', () => {
  const world = caseForEachTest(SMALL);

  it('removes what is no longer in the files, for all kinds, compared byte for byte', async () => {
    await world.import({ 'tenants.ndjson': [{ identifier: 'ann ', group: 'north' }] });
    const files = {
      'groups.ndjson': [{ identifier: 'north', external_ref: 'N' }],
      'units.ndjson': [{ identifier: 'n1', group: 'north' }],
      'tenants.ndjson': [{ identifier: 'ann ', group: 'north' }],
      'leases.ndjson': [],
    };
    const { kinds } = await world.import(files, PRUNE_ALL);
    expect(Object.values(kinds).map(({ pruned, kept }) => [pruned, kept])).toEqual([1, 1, 3, 1].map((n) => [n, 0]));
    expect(await world.identifiers('tenants')).toEqual(['ann ']);
    expect(await world.identifiers('leases')).toEqual([]);
  });

  it('prunes only kinds that have a file; a tenant is removed with its pairs', async () => {
    await world.import({ 'tenants.ndjson': [{ identifier: 'ann', group: 'north' }] }, PRUNE_ALL);
    expect(await world.identifiers('tenants')).toEqual(['ann']);
    expect(await world.leases()).toEqual({ l1: 'north n1 ann' });
    expect(await world.identifiers('units')).toEqual(['n1', 's1']);
  });

  it('passes on the external reference of a group that it removes, even if nothing else moves', async () => {
    await world.import({ 'groups.ndjson': [{ identifier: 'old', external_ref: 'O' }] });
    const groups = [{ identifier: 'north', external_ref: 'O' }, { identifier: 'south' }];
    await world.import({ 'groups.ndjson': groups }, PRUNE_ALL);
    expect((await world.everything()).groups).toMatchObject(groups);
  });

  it('keeps and reports what is still in use', async () => {
    const report = await world.import({ 'groups.ndjson': [], 'units.ndjson': [] }, PRUNE_ALL);
    expect(report.kinds).toMatchObject({ groups: { pruned: 0, kept: 2 }, units: { pruned: 1, kept: 1 } });
    expect(world.reasons()[0]).toBe('null: is no longer in the file, but still in use: kept');
    expect(world.rejected()).toContainEqual(expect.objectContaining({ record: { identifier: 'n1' } }));
    expect(await world.identifiers('units')).toEqual(['n1']);
  });

  it('keeps a tenant that a lease in the files names', async () => {
    const files = { 'tenants.ndjson': [], 'leases.ndjson': SMALL['leases.ndjson'] };
    expect((await world.import(files, PRUNE_ALL)).kinds).toMatchObject({ tenants: { pruned: 1, kept: 2 } });
    expect(await world.leases()).toEqual({ l1: 'north n1 ann,bob' });
  });

  it.each([
    ['ndjson', '{"identifier":"ann"}', ['ann']],
    ['ndjson', '{"identifier":"ann","group":"north","phone_number":1234567890123456}', ['ann']],
    ['csv', 'identifier,group,first_name\nann,north\nbob,north,Bob,\n', ['ann', 'bob']],
  ])('in %s %j nothing can be read but identifiers, which count as held', async (format, content, held) => {
    const report = await world.import({ [`tenants.${format}`]: content }, PRUNE_ALL);
    expect(report.notPruned).toEqual([]);
    expect(report.kinds.tenants).toMatchObject({ refused: held.length, pruned: 3 - held.length });
    expect(await world.identifiers('tenants')).toEqual(held);
  });

  it.each([
    ['ndjson', '{"identifier":1234567890123456,"group":"north"}', 'has a number with more than 15 digits'],
    ['csv', 'group,identifier\nnorth,ann,\n', 'has 3 cells, the header has 2'],
    ['csv', 'identifier,group\n ,north\n', '`identifier` must not be blank'],
    [
      'csv',
      'identifier,group\n4.47701E+11,north\n',
      '`identifier` is a number in scientific notation: export the column as text',
    ],
    ['csv', 'identifier,group\n4.47701E+11\n', 'has 1 cells, the header has 2'],
    ['csv', 'identifier,group\nNULL\n', 'has 1 cells, the header has 2'],
  ])('in %s %j no identifier can be read: nothing of the kind is pruned', async (format, content, reason) => {
    const files = format === 'csv' ? { null: new Set(['NULL']) } : undefined;
    const report = await world.import({ [`tenants.${format}`]: content }, { ...PRUNE_ALL, files });
    expect(world.refused).toMatchObject([{ reason }]);
    expect(report.notPruned).toEqual(['tenants']);
    expect(await world.identifiers('tenants')).toEqual(['ann', 'bob', 'sue']);
  });
});

test.each<[string, ReturnType<typeof parseLimit>]>([
  ['0', { records: 0 }],
  ['500', { records: 500 }],
  ['0.5%', { percent: 0.5 }],
  ['100%', { percent: 100 }],
  ['101%', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['', undefined],
])('the limit %j', (text, limit) => expect(parseLimit(text)).toEqual(limit));

test('the share that a message names is enough', () => {
  const loss = { kind: 'tenants', name: 'tenants.csv', isEmpty: false, missing: 1, stored: 3 } as const;
  for (const losses of [[loss], [{ ...loss, stored: 30 }, loss]])
    expect(lossMessage(losses, NONE)).toMatch(/ run it again with --max-prune 34%\.$/);
});

describe('of twenty tenants', () => {
  const world = caseForEachTest({ ...SMALL, 'tenants.ndjson': [...SMALL['tenants.ndjson'], ...tenants] });

  it.each([
    ['an empty file', { 'leases.ndjson': [] }, {}, 'leases.ndjson holds no records, and 1 leases are stored.', 100],
    ['only a header', { 'units.csv': 'identifier,group\n' }, {}, 'units.csv holds no records, and 2 units are', 100],
    [
      'half an export',
      { 'tenants.ndjson': tenants.slice(0, 10) },
      { prune: true },
      'tenants.ndjson lacks 10 of the 20 stored tenants, and at most 10% may be pruned.',
      50,
    ],
    [
      'three records, where two may be pruned',
      { 'tenants.ndjson': tenants },
      { prune: true, maxPrune: { records: 2 } },
      'lacks 3 of the 20 stored tenants, and at most 2 may be pruned',
      15,
    ],
  ])('%s: is refused and changes nothing', async (_what, files, options, message, percent) => {
    const before = await world.everything();
    const changed = { 'groups.ndjson': [...SMALL['groups.ndjson'], { identifier: 'new' }], ...files };
    for (const dryRun of [false, true]) {
      const refused = world.import(changed, { ...options, dryRun });
      await expect(refused).rejects.toThrow(message);
      const advice = `Nothing was changed. If that is right, run it again with --max-prune ${percent}%.`;
      await expect(refused).rejects.toThrow(advice);
    }
    expect(await world.everything()).toEqual(before);
  });

  it('a tenth of a kind may be pruned, and an empty file of a kind that is not stored may be loaded', async () => {
    const files = { 'tenants.ndjson': [...SMALL['tenants.ndjson'], ...tenants.slice(2)] };
    expect((await world.import(files, { prune: true })).kinds.tenants).toMatchObject({ pruned: 2 });
    await inOtherDatabase(async (other) => {
      expect((await other.import({ 'leases.ndjson': [] }, { prune: true })).kinds.leases).toMatchObject({ read: 0 });
    });
  });
});
