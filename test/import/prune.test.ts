import { eachTest, type ImportCase, SMALL } from './import-case';

const ALL = { prune: true, maxPrune: { percent: 100 } };

describe('import --prune', () => {
  let world: ImportCase;
  eachTest(async (empty) => {
    world = empty;
    await world.import(SMALL);
  });

  it('removes what is no longer in the files, for all kinds, compared byte for byte', async () => {
    await world.import({ 'tenants.ndjson': [{ identifier: 'ann ', group: 'north' }] });
    const report = await world.import(
      {
        'groups.ndjson': [{ identifier: 'north', external_ref: 'N' }],
        'units.ndjson': [{ identifier: 'n1', group: 'north' }],
        'tenants.ndjson': [{ identifier: 'ann ', group: 'north' }],
        'leases.ndjson': [],
      },
      ALL,
    );
    expect(report.kinds).toMatchObject({
      groups: { pruned: 1, kept: 0 },
      units: { pruned: 1 },
      tenants: { pruned: 3 },
      leases: { pruned: 1 },
    });
    expect(await world.identifiers('tenants')).toEqual(['ann ']);
    expect(await world.identifiers('leases')).toEqual([]);
  });

  it('prunes only kinds that have a file; a tenant is removed with its pairs', async () => {
    await world.import({ 'tenants.ndjson': [{ identifier: 'ann', group: 'north' }] }, ALL);
    expect(await world.identifiers('tenants')).toEqual(['ann']);
    expect(await world.leases()).toEqual({ l1: 'north n1 ann' });
    expect(await world.identifiers('units')).toEqual(['n1', 's1']);
  });

  it('passes on the external reference of a group that it removes, even if nothing else moves', async () => {
    await world.import({ 'groups.ndjson': [{ identifier: 'old', external_ref: 'O' }] });
    await world.import({ 'groups.ndjson': [{ identifier: 'north', external_ref: 'O' }, { identifier: 'south' }] }, ALL);
    const { groups } = await world.everything();
    expect(groups).toMatchObject([{ identifier: 'north', external_ref: 'O' }, { identifier: 'south' }]);
  });

  it('keeps and reports what is still in use', async () => {
    const report = await world.import({ 'groups.ndjson': [], 'units.ndjson': [] }, ALL);
    expect(report.kinds).toMatchObject({ groups: { pruned: 0, kept: 2 }, units: { pruned: 1, kept: 1 } });
    expect(world.reasons()[0]).toBe('null: is no longer in the file, but still in use: kept');
    expect(world.rejected()).toContainEqual(expect.objectContaining({ record: { identifier: 'n1' } }));
    expect(await world.identifiers('units')).toEqual(['n1']);
  });

  it('keeps a tenant that a lease in the files names', async () => {
    const [lease] = SMALL['leases.ndjson'];
    const report = await world.import({ 'tenants.ndjson': [], 'leases.ndjson': [lease ?? {}] }, ALL);
    expect(report.kinds).toMatchObject({ tenants: { pruned: 1, kept: 2 } });
    expect(await world.leases()).toEqual({ l1: 'north n1 ann,bob' });
  });

  it('a refused record with a readable identifier counts as present', async () => {
    await world.import({ 'leases.ndjson': [{ identifier: 'l1', rent: 'much' }] }, ALL);
    expect(await world.identifiers('leases')).toEqual(['l1']);
  });

  it.each([
    ['ndjson', '{"identifier":"ann","group":"north","phone_number":1234567890123456}', ['ann']],
    ['csv', 'identifier,group,first_name\nann,north\nbob,north,Bob,\n', ['ann', 'bob']],
  ])('a line of %s that cannot be read but for its identifier counts as held', async (format, content, held) => {
    const report = await world.import({ [`tenants.${format}`]: content }, ALL);
    expect(report.notPruned).toEqual([]);
    expect(report.kinds.tenants).toMatchObject({ refused: held.length, pruned: 3 - held.length });
    expect(await world.identifiers('tenants')).toEqual(held);
  });

  it.each([
    ['ndjson', '{"identifier":1234567890123456,"group":"north"}'],
    ['csv', 'group,identifier\nnorth,ann,\n'],
    ['csv', 'identifier,group\n ,north\n'],
  ])('in %s %j no identifier can be read: nothing of the kind is pruned', async (format, content) => {
    const report = await world.import({ [`tenants.${format}`]: content }, ALL);
    expect(report.notPruned).toEqual(['tenants']);
    expect(await world.identifiers('tenants')).toEqual(['ann', 'bob', 'sue']);
  });
});
