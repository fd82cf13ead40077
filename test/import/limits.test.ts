/** What would lose too much is refused before anything is written. */

import { lossMessage, NONE, parseLimit } from '../../ingest/import/limits';
import { ImportCase, SMALL } from './import-case';

test.each([
  ['0', { records: 0 }],
  ['500', { records: 500 }],
  ['10%', { percent: 10 }],
  ['0.5%', { percent: 0.5 }],
  ['100%', { percent: 100 }],
  ['101%', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['ten', undefined],
  ['', undefined],
])('the limit %j', (text, limit) => expect(parseLimit(text)).toEqual(limit));

test('the share that a message names is enough', () => {
  const loss = { kind: 'tenants', name: 'tenants.csv', isEmpty: false, missing: 1, stored: 3 } as const;
  for (const losses of [[loss], [{ ...loss, stored: 30 }, loss]])
    expect(lossMessage(losses, NONE)).toMatch(/ run it again with --max-prune 34%\.$/);
});

describe('an import that would lose too much', () => {
  const tenants = Array.from({ length: 20 }, (_, index) => ({ identifier: `t${index}`, group: 'north' }));
  let world: ImportCase;
  beforeAll(async () => {
    world = await ImportCase.create();
    await world.import({ ...SMALL, 'tenants.ndjson': [...SMALL['tenants.ndjson'], ...tenants.slice(3)] });
  });
  afterAll(() => world.end());

  const changed = { 'groups.ndjson': [...SMALL['groups.ndjson'], { identifier: 'new' }] };

  it.each([
    ['an empty file', { 'leases.ndjson': [] }, {}, 'leases.ndjson holds no records, and 1 leases are stored.', 100],
    ['only a header', { 'units.csv': 'identifier,group\n' }, {}, 'units.csv holds no records, and 2 units are', 100],
    [
      'half an export',
      { 'tenants.ndjson': tenants.slice(3, 13) },
      { prune: true },
      'tenants.ndjson lacks 10 of the 20 stored tenants, and at most 10% may be pruned.',
      50,
    ],
    [
      'three records, where two may be pruned',
      { 'tenants.ndjson': [...SMALL['tenants.ndjson'], ...tenants.slice(6)] },
      { prune: true, maxPrune: { records: 2 } },
      'lacks 3 of the 20 stored tenants, and at most 2 may be pruned',
      15,
    ],
  ])('%s: is refused and changes nothing', async (_what, files, options, message, percent) => {
    const before = await world.everything();
    const refused = world.import({ ...changed, ...files }, options);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(
      `Nothing was changed. If that is right, run it again with --max-prune ${percent}%.`,
    );
    expect(await world.everything()).toEqual(before);
    const dry = world.import({ ...changed, ...files }, { ...options, dryRun: true });
    await expect(dry).rejects.toThrow(message);
  });

  it('without --prune half an export is loaded, since nothing is lost', async () => {
    const before = await world.everything();
    expect((await world.import({ 'tenants.ndjson': tenants.slice(3, 13) })).kinds.tenants).toMatchObject({
      unchanged: 10,
    });
    expect(await world.everything()).toEqual(before);
  });

  it('a tenth of a kind may be pruned, and an empty file of a kind that is not stored may be loaded', async () => {
    const files = { 'tenants.ndjson': [...SMALL['tenants.ndjson'], ...tenants.slice(5)] };
    expect((await world.import(files, { prune: true })).kinds.tenants).toMatchObject({ pruned: 2 });
    const other = await ImportCase.create();
    expect((await other.import({ 'leases.ndjson': [] }, { prune: true })).kinds.leases).toMatchObject({ read: 0 });
    await other.end();
  });
});
