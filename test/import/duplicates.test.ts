/** A record that is in a file twice: the last one counts, and those before it are refused. */

import { caseForEachTest, SMALL } from './import-case';

const world = caseForEachTest(SMALL);

const USED_INSTEAD = 'has the `identifier` of line 2, which is used instead';

test('a unit and a tenant that a later record keeps in their group do not move', async () => {
  const before = await world.everything();
  const report = await world.import({
    'units.ndjson': [{ identifier: 'n1', group: 'south' }, SMALL['units.ndjson'][0]!],
    'tenants.ndjson': [{ identifier: 'ann', group: 'south' }, SMALL['tenants.ndjson'][0]!],
  });
  expect(world.reasonsByFile()).toEqual([`units.ndjson:1: ${USED_INSTEAD}`, `tenants.ndjson:1: ${USED_INSTEAD}`]);
  expect(await world.everything()).toEqual(before);
  const counts = { read: 2, inserted: 0, updated: 0, unchanged: 1, refused: 1 };
  expect(report.kinds).toMatchObject({ units: counts, tenants: counts });
});

test('a record is refused for a later one, even if it could not be read itself', async () => {
  await world.import({ 'units.ndjson': [{ identifier: 'n1' }, ...SMALL['units.ndjson']] });
  expect(world.reasons()).toEqual([`1: ${USED_INSTEAD}`]);
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
  expect(world.reasons()).toEqual([`1: ${USED_INSTEAD}`]);
  expect(await world.leases()).toEqual({ l1: 'south s1 sue' });
});

test.each(['S', 'X'])('a group that wanted a taken reference, and then wants %s', async (last) => {
  const wanted = ['N', last].map((external_ref) => ({ identifier: 'south', external_ref }));
  await world.import({ 'groups.ndjson': [...wanted, { identifier: 'north', external_ref: null }] });
  expect(world.reasons()).toEqual([`1: ${USED_INSTEAD}`]);
  expect((await world.everything()).groups).toMatchObject([{ external_ref: null }, { external_ref: last }]);
});

test('loading the same file again changes nothing, and says which lines have one identifier', async () => {
  const files = {
    'groups.csv': 'identifier,external_ref\nnorth,N\nnorth,N\n',
    'tenants.csv': 'identifier,group,first_name\nann,north,A\nann,north,\nbob,north,B\nann,north,C\n',
    'units.csv': 'identifier,group,unit_number\nn1,north,7\nn1,nowhere,\n',
  };
  await world.import(files);
  const before = await world.everything();
  expect(before.tenants).toMatchObject([{ first_name: 'C' }, { first_name: 'B' }, {}]);
  // The last record is refused, so the unit stays as it is.
  expect(before.units[0]).toMatchObject({ unit_number: '1' });
  const { kinds } = await world.import(files);
  expect(await world.everything()).toEqual(before);
  expect(kinds.groups).toMatchObject({ read: 2, unchanged: 1, refused: 1 });
  expect(kinds.tenants).toMatchObject({ read: 4, updated: 0, unchanged: 2, refused: 2 });
  expect(world.reasonsByFile()).toEqual([
    'groups.csv:2: has the `identifier` of line 3, which is used instead',
    'units.csv:2: has the `identifier` of line 3, which is used instead',
    'units.csv:3: `group` does not exist',
    'tenants.csv:2: has the `identifier` of line 5, which is used instead',
    'tenants.csv:3: has the `identifier` of line 5, which is used instead',
  ]);
});
