/** A record that is in a file twice: the last one counts, and those before it are refused. */

import { eachTest, type ImportCase, SMALL } from './import-case';

let world: ImportCase;
eachTest(async (empty) => {
  world = empty;
  await world.import(SMALL);
});

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
  expect(world.reasons()).toEqual([
    '1: has the `identifier` of line 2, which is used instead',
    '1: has the `identifier` of line 2, which is used instead',
  ]);
  expect(await world.everything()).toEqual(before);
  const counts = { read: 2, inserted: 0, updated: 0, unchanged: 1, refused: 1 };
  expect(report.kinds).toMatchObject({ units: counts, tenants: counts });
});

test('a record is refused for a later one, even if it could not be read itself', async () => {
  await world.import({ 'units.ndjson': [{ identifier: 'n1' }, ...SMALL['units.ndjson']] });
  expect(world.reasons()).toEqual(['1: has the `identifier` of line 2, which is used instead']);
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
  expect(world.reasons()).toEqual(['1: has the `identifier` of line 2, which is used instead']);
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
    expect(world.reasons()).toEqual(['1: has the `identifier` of line 2, which is used instead']);
    expect(await refs()).toEqual([
      ['north', null],
      ['south', last],
    ]);
    await world.import({ 'groups.ndjson': SMALL['groups.ndjson'] });
  }
});

test('loading the same file again changes nothing, and says which lines have one identifier', async () => {
  const files = {
    'tenants.csv': 'identifier,group,first_name\nann,north,A\nann,north,\nbob,north,B\nann,north,C\n',
    'units.ndjson': [
      { identifier: 'n1', group: 'north', unit_number: '7' },
      { identifier: 'n1', group: 'nowhere' },
    ],
  };
  await world.import(files);
  const before = await world.everything();
  expect(before.tenants).toMatchObject([{ first_name: 'C' }, { first_name: 'B' }, {}]);
  // The last record is refused, so the unit stays as it is.
  expect(before.units[0]).toMatchObject({ unit_number: '1' });
  const report = await world.import(files);
  expect(await world.everything()).toEqual(before);
  expect(report.kinds.tenants).toMatchObject({ read: 4, updated: 0, unchanged: 2, refused: 2 });
  expect(world.refused.map(({ file, line, reason }) => `${file}:${line}: ${reason}`)).toEqual([
    'units.ndjson:1: has the `identifier` of line 2, which is used instead',
    'units.ndjson:2: `group` does not exist',
    'tenants.csv:2: has the `identifier` of line 5, which is used instead',
    'tenants.csv:3: has the `identifier` of line 5, which is used instead',
  ]);
  const twice = await world.import({ 'groups.csv': 'identifier,external_ref\nnorth,N\nnorth,N\n' });
  expect(twice.kinds.groups).toMatchObject({ read: 2, unchanged: 1, refused: 1 });
});
