/** An import moves records between groups (decision 18). */

import { sql } from 'kysely';

import { caseForEachTest, PRUNE_ALL, SMALL } from './import-case';

const world = caseForEachTest(SMALL);

const unit = { identifier: 'n1', group: 'south' };
const ann = { identifier: 'ann', group: 'south' };
const bob = { identifier: 'bob', group: 'south' };
const lease = { identifier: 'l1', group: 'south', unit_id: 'n1', tenants: ['ann', 'bob', 'sue'] };

it('a lease with its unit and tenants, keeping every row id; a second run changes nothing', async () => {
  const ids = await world.rowIds();
  const files = { 'units.ndjson': [unit], 'tenants.ndjson': [ann, bob], 'leases.ndjson': [lease] };
  const report = await world.import(files);
  expect(report.kinds).toMatchObject({ units: { updated: 1 }, tenants: { updated: 2 }, leases: { updated: 1 } });
  expect(await world.leases()).toEqual({ l1: 'south n1 ann,bob,sue' });
  expect(await world.rowIds()).toEqual(ids);
  const after = await world.everything();
  const again = await world.import(files);
  expect(again.kinds).toMatchObject({ units: { unchanged: 1 }, tenants: { unchanged: 2 }, leases: { unchanged: 1 } });
  expect(await world.everything()).toEqual(after);
});

it('two groups swap their leases, units and tenants', async () => {
  await world.import({ 'leases.ndjson': [{ identifier: 'l2', group: 'south', unit_id: 's1', tenants: ['sue'] }] });
  await world.import({
    'units.ndjson': [unit, { identifier: 's1', group: 'north' }],
    'tenants.ndjson': [ann, bob, { identifier: 'sue', group: 'north' }],
    'leases.ndjson': [
      { ...lease, tenants: ['ann', 'bob'] },
      { identifier: 'l2', group: 'north', unit_id: 's1', tenants: ['sue'] },
    ],
  });
  expect(world.reasons()).toEqual([]);
  expect(await world.leases()).toEqual({ l1: 'south n1 ann,bob', l2: 'north s1 sue' });
});

it('a tenant whose lease is pruned', async () => {
  const report = await world.import({ 'tenants.ndjson': [ann, bob], 'leases.ndjson': [] }, PRUNE_ALL);
  expect(world.reasons()).toEqual([]);
  expect(report.kinds).toMatchObject({ tenants: { updated: 2, pruned: 1 }, leases: { pruned: 1 } });
  const { groups, tenants } = await world.everything();
  const { id: group_id } = groups[1] as { id: number };
  expect(tenants).toMatchObject([{ group_id }, { group_id }]);
});

it('records that need a record that cannot move are refused as well', async () => {
  await world.import({ 'leases.ndjson': [{ identifier: 'l2', group: 'north', unit_id: 'n1', tenants: ['ann'] }] });
  const before = await world.everything();
  // l2 stays and keeps n1 and ann; l1 needs n1, so it stays, too, and keeps bob.
  await world.import({ 'units.ndjson': [unit], 'tenants.ndjson': [ann, bob], 'leases.ndjson': [lease] });
  const blocked = '`group` cannot change: a lease in the old group uses this record';
  expect(world.reasonsByFile().toSorted()).toEqual([
    'leases.ndjson:1: `unit_id` names a unit that cannot change its group',
    `tenants.ndjson:1: ${blocked}`,
    `tenants.ndjson:2: ${blocked}`,
    `units.ndjson:1: ${blocked}`,
  ]);
  expect(await world.everything()).toEqual(before);
});

describe('all groups get new identifiers and keep their external references', () => {
  const files = (...[north = null, south = null]: readonly (string | null)[]) => ({
    'groups.ndjson': [
      { identifier: 'new-north', external_ref: north },
      { identifier: 'new-south', external_ref: south },
    ],
    ...Object.fromEntries(
      (['units', 'tenants', 'leases'] as const).map((kind) => [
        `${kind}.ndjson`,
        SMALL[`${kind}.ndjson`].map((record) => ({ ...record, group: `new-${record.group}` })),
      ]),
    ),
  });

  it.each([
    ['the same', ['N', 'S']],
    ['those of each other', ['S', 'N']],
    ['none', [null, null]],
  ])('%s: with --prune everything moves, and the old groups go', async (_which, refs) => {
    const [, ...ids] = await world.rowIds();
    const report = await world.import(files(...refs), PRUNE_ALL);
    expect(world.reasons()).toEqual([]);
    expect(report.kinds).toMatchObject({ groups: { inserted: 2, pruned: 2 }, leases: { updated: 1 } });
    expect(await world.leases()).toEqual({ l1: 'new-north n1 ann,bob' });
    expect((await world.everything()).groups).toMatchObject(files(...refs)['groups.ndjson']);
    expect((await world.rowIds()).slice(1)).toEqual(ids);
  });

  it('no reader finds a reference at the new group before its lease is there', async () => {
    const seen = new Set<string>();
    let reading = true;
    const reader = (async () => {
      while (reading) {
        const { rows } = await sql<{ lease: string }>`
          select l.identifier as lease from leases l join ${sql.table('groups')} g on g.id = l.group_id
          where g.external_ref = 'N'`.execute(world.database.db);
        seen.add(rows.map(({ lease: identifier }) => identifier).join());
      }
    })();
    await world.import(files('N', 'S'), PRUNE_ALL);
    reading = false;
    await reader;
    expect([...seen]).toEqual(['l1']);
  });

  it('without --prune the references stay where they are, and so does every record', async () => {
    const before = await world.everything();
    await world.import(files('N', 'S'));
    const taken =
      '`external_ref` belongs to another group; one that is no longer in the files passes it on with `--prune`';
    expect(world.reasons().slice(0, 2)).toEqual([`1: ${taken}`, `2: ${taken}`]);
    expect(world.refused).toHaveLength(8);
    expect(await world.everything()).toEqual(before);
  });
});
