/** A record that is in the files twice: the later one counts, whatever the earlier one was waiting for. */

import { ImportCase, SMALL } from './import-case';

let world: ImportCase;
beforeEach(async () => {
  world = await ImportCase.create();
  await world.import(SMALL);
});
afterEach(() => world.end());

const refs = async () =>
  (await world.everything()).groups.map((group) => {
    const { identifier, external_ref } = group as { identifier: string; external_ref: string | null };
    return [identifier, external_ref];
  });

test('a unit and a tenant that a later record keeps in their group do not move', async () => {
  const before = await world.everything();
  const twice = (identifier: string, ...rest: readonly object[]) => [{ identifier, group: 'south' }, ...rest];
  const [unit] = SMALL['units.ndjson'];
  const [ann] = SMALL['tenants.ndjson'];
  const report = await world.import({ 'units.ndjson': twice('n1', unit!), 'tenants.ndjson': twice('ann', ann!) });
  expect(world.reasons()).toEqual([]);
  expect(await world.everything()).toEqual(before);
  const counts = { read: 2, inserted: 0, updated: 0, unchanged: 1, refused: 0 };
  expect(report.kinds).toMatchObject({ units: counts, tenants: counts });
});

test('a lease that waited for its unit and tenants, and then gets others', async () => {
  await world.import({
    'units.ndjson': [{ identifier: 'n1', group: 'south' }],
    'tenants.ndjson': ['ann', 'bob'].map((identifier) => ({ identifier, group: 'south' })),
    'leases.ndjson': [
      { identifier: 'l1', group: 'south', unit_id: 'n1', tenants: ['ann', 'bob'] },
      { identifier: 'l1', group: 'south', unit_id: 's1', tenants: ['sue'] },
    ],
  });
  expect(world.reasons()).toEqual([]);
  expect(await world.leases()).toEqual({ l1: 'south s1 sue' });
});

test('a group that wanted a taken reference, and then wants a free one', async () => {
  const groups = (last: string) => [
    { identifier: 'south', external_ref: 'N' },
    { identifier: 'south', external_ref: last },
    { identifier: 'north', external_ref: null },
  ];
  for (const last of ['S', 'X']) {
    await world.import({ 'groups.ndjson': groups(last) });
    expect(world.reasons()).toEqual([]);
    expect(await refs()).toEqual([
      ['north', null],
      ['south', last],
    ]);
    await world.import({ 'groups.ndjson': SMALL['groups.ndjson'] });
  }
});

test('of two new groups that want the same reference, the first gets it', async () => {
  const wanting = ['east', 'west'].map((identifier) => ({ identifier, external_ref: 'Z' }));
  await world.import({ 'groups.ndjson': wanting });
  expect(world.reasons()).toEqual(['2: `external_ref` belongs to another group']);
  expect((await refs()).slice(2)).toEqual([['east', 'Z']]);
});
