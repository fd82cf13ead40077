import { createConnection } from 'mysql2/promise';

import { importFolder } from '../../ingest/import/import-folder';
import { caseForEachTest, SMALL } from './import-case';

const world = caseForEachTest();

it('loads from CSV what it loads from NDJSON: byte order mark, CRLF, quotes, quoted line breaks, empty lines, empty cells', async () => {
  await world.import(SMALL);
  const before = await world.everything();
  const report = await world.import({
    'groups.csv': '\ufeffidentifier,external_ref\r\nnorth,N\r\n\r\nsouth,"S"\r\n',
    'units.csv':
      '"identifier","group","unit_number","address.city","address.latitude","address.longitude"\n' +
      'n1,north,1,Köln,50.9380,6.960000\ns1,south,,,,\n',
    'tenants.csv':
      'identifier,group,email_address,first_name,active\nann,north,Ann@example.com,Ann,\nbob,north,,,false\nsue,south,,,true\n',
    'leases.csv':
      'identifier,group,unit_id,start_date,is_furnished,minimum_days_notice,rent,tenants\n' +
      'l1,north,n1,2024-02-29,true,30,950.50,ann;bob',
  });
  expect(world.reasons()).toEqual([]);
  expect(Object.values(report.kinds).map(({ unchanged }) => unchanged)).toEqual([2, 2, 3, 1]);
  expect(await world.everything()).toEqual(before);

  await world.import({ 'units.csv': 'identifier,group,unit_number\nn1,north,"a ""b"",\nc"\n' });
  expect((await world.everything()).units[0]).toMatchObject({ unit_number: 'a "b",\nc', city: null });
});

it('a record replaces the whole stored record but keeps its row id; `tenants` replaces the pairs', async () => {
  await world.import(SMALL);
  const ids = await world.rowIds();
  const lease = { identifier: 'l1', group: 'north', unit_id: 'n1' };
  await world.import({
    'tenants.ndjson': [{ identifier: 'bob', group: 'north' }],
    'leases.ndjson': [{ ...lease, tenants: ['bob', 'bob'] }],
  });
  const { tenants, leases } = await world.everything();
  expect(tenants[1]).toMatchObject({ identifier: 'bob', active: 1 });
  expect(leases[0]).toMatchObject({ start_date: null, rent: null, is_furnished: null });
  expect(await world.rowIds()).toEqual(ids);
  expect(await world.leases()).toEqual({ l1: 'north n1 bob' });
  await world.import({ 'leases.ndjson': [{ ...lease, tenants: [] }] });
  expect(await world.leases()).toEqual({ l1: 'north n1 -' });
});

it('identifiers match byte for byte: case, accents and trailing blanks count (decision 10)', async () => {
  const twins = ['a', 'a ', 'A', 'á', 'ä'];
  await world.import({
    'groups.ndjson': twins.map((identifier) => ({ identifier, external_ref: identifier })),
    'units.ndjson': twins.map((identifier) => ({ identifier, group: identifier })),
    'tenants.ndjson': twins.map((identifier) => ({ identifier, group: identifier })),
    'leases.ndjson': twins.map((twin) => ({ identifier: twin, group: twin, unit_id: twin, tenants: [twin] })),
  });
  expect(world.reasons()).toEqual([]);
  expect(await world.leases()).toEqual(Object.fromEntries(twins.map((twin) => [twin, `${twin} ${twin} ${twin}`])));
});

it('two groups may swap external references; a reference that a third group keeps is refused', async () => {
  await world.import(SMALL);
  const ids = await world.rowIds();
  const swapped = ['north S', 'south N', 'east S'].map((text) => text.split(' '));
  await world.import({ 'groups.ndjson': swapped.map(([identifier, external_ref]) => ({ identifier, external_ref })) });
  expect(world.reasons()).toEqual([
    '3: `external_ref` belongs to another group; one that is no longer in the files passes it on with `--prune`',
  ]);
  const { groups } = await world.everything();
  expect(groups).toMatchObject([
    { identifier: 'north', external_ref: 'S' },
    { identifier: 'south', external_ref: 'N' },
  ]);
  expect(await world.rowIds()).toEqual(ids);
});

it.each(['units', 'tenants', 'leases'] as const)(
  'an import that was killed among its %s is completed by running it again',
  async (kind) => {
    // More than two batches.
    const numbers = Array.from({ length: 1_900 }, (_, index) => index);
    const group = 'north';
    const files = {
      'groups.ndjson': SMALL['groups.ndjson'],
      'units.ndjson': numbers.map((n) => ({ identifier: `u${n}`, group })),
      'tenants.ndjson': numbers.map((n) => ({ identifier: `t${n}`, group })),
      'leases.ndjson': numbers.map((n) => ({ identifier: `l${n}`, group, unit_id: `u${n}`, tenants: [`t${n}`] })),
    };
    let batches = 0;
    const killed = world.import(files, {
      onProgress({ step, file }) {
        if (step === 'load' && file === `${kind}.ndjson` && (batches += 1) > 1) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const half = await world.identifiers(kind);
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(numbers.length);
    await world.import(files);
    const whole = await world.identifiers(kind);
    expect([whole.length, whole.slice(0, half.length)]).toEqual([numbers.length, half]);
    expect((await world.everything()).pairs).toHaveLength(numbers.length);
  },
);

it('only one import or seed runs on a database at a time', async () => {
  const { database, folder, rejects } = world;
  await world.import(SMALL);
  const refused = 'Another import or seed is running on this database.';
  const holder = await createConnection(database.url);
  await holder.beginTransaction();
  await holder.query('select id from `groups` for update');
  // Whichever of the two is admitted waits for this transaction, and the other is refused meanwhile.
  const imports = [
    world.import({ 'groups.ndjson': [{ identifier: 'north', external_ref: 'other' }] }),
    importFolder({ db: database.db, folder, rejects }),
  ].map((one) => one.then(() => 'imported').catch((error: Error) => error.message));
  const first = await Promise.race(imports);
  await holder.end();
  expect([first, ...(await Promise.all(imports)).toSorted()]).toEqual([refused, refused, 'imported']);
});

describe('a record that is in a file twice: the last one counts, and those before it are refused', () => {
  beforeEach(() => world.import(SMALL));

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
});
