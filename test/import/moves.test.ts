import { sql } from 'kysely';

import { eachTest, type ImportCase, SMALL } from './import-case';

const blocked = '`group` cannot change: a lease in the old group uses this record';

describe('import moves records between groups (decision 18)', () => {
  let world: ImportCase;
  eachTest(async (empty) => {
    world = empty;
    await world.import(SMALL);
  });

  const unit = { identifier: 'n1', group: 'south' };
  const ann = { identifier: 'ann', group: 'south' };
  const bob = { identifier: 'bob', group: 'south' };
  const lease = { identifier: 'l1', group: 'south', unit_id: 'n1', tenants: ['ann', 'bob', 'sue'] };

  it('a lease with its unit and tenants, keeping every row id; a second run changes nothing', async () => {
    const before = await world.everything();
    const files = { 'units.ndjson': [unit], 'tenants.ndjson': [ann, bob], 'leases.ndjson': [lease] };
    const report = await world.import(files);
    expect(report.kinds).toMatchObject({ units: { updated: 1 }, tenants: { updated: 2 }, leases: { updated: 1 } });
    expect(await world.leases()).toEqual({ l1: 'south n1 ann,bob,sue' });
    const after = await world.everything();
    for (const kind of ['units', 'tenants', 'leases'] as const)
      expect(after[kind].map(rowId)).toEqual(before[kind].map(rowId));
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

  it('a tenant whose lease is pruned; a second run changes nothing', async () => {
    const files = { 'tenants.ndjson': [ann, bob], 'leases.ndjson': [] };
    const report = await world.import(files, { prune: true, maxPrune: { percent: 100 } });
    expect(world.reasons()).toEqual([]);
    expect(report.kinds).toMatchObject({ tenants: { updated: 2, pruned: 1 }, leases: { pruned: 1 } });
    const after = await world.everything();
    const [, south] = after.groups;
    expect(after.tenants.map(groupId)).toEqual([rowId(south), rowId(south)]);
    const again = await world.import(files, { prune: true, maxPrune: { percent: 100 } });
    expect(again.kinds).toMatchObject({ tenants: { unchanged: 2, pruned: 0 }, leases: { pruned: 0 } });
    expect(await world.everything()).toEqual(after);
  });

  it('records that need a record that cannot move are refused as well', async () => {
    await world.import({ 'leases.ndjson': [{ identifier: 'l2', group: 'north', unit_id: 'n1', tenants: ['ann'] }] });
    const before = await world.everything();
    // l2 stays and keeps n1 and ann; l1 needs n1, so it stays, too, and keeps bob.
    await world.import({ 'units.ndjson': [unit], 'tenants.ndjson': [ann, bob], 'leases.ndjson': [lease] });
    expect(world.refused.map(({ file, reason }) => `${file}: ${reason}`).sort()).toEqual([
      'leases.ndjson: `unit_id` names a unit that cannot change its group',
      `tenants.ndjson: ${blocked}`,
      `tenants.ndjson: ${blocked}`,
      `units.ndjson: ${blocked}`,
    ]);
    expect(await world.everything()).toEqual(before);
  });

  describe('all groups get new identifiers and keep their external references', () => {
    const renamed = (group: string): string => `new-${group}`;
    const files = (externalRefs: readonly (string | null)[]) => ({
      'groups.ndjson': ['north', 'south'].map((group, index) => ({
        identifier: renamed(group),
        external_ref: externalRefs[index],
      })),
      ...Object.fromEntries(
        (['units', 'tenants', 'leases'] as const).map((kind) => [
          `${kind}.ndjson`,
          SMALL[`${kind}.ndjson`].map((record) => ({ ...record, group: renamed(record.group) })),
        ]),
      ),
    });
    const all = { prune: true, maxPrune: { percent: 100 } };

    it.each([
      ['the same', ['N', 'S']],
      ['those of each other', ['S', 'N']],
      ['none', [null, null]],
    ])('%s: with --prune everything moves, and the old groups go', async (_which, externalRefs) => {
      const before = await world.everything();
      const report = await world.import(files(externalRefs), all);
      expect(world.reasons()).toEqual([]);
      expect(report.kinds).toMatchObject({ groups: { inserted: 2, pruned: 2 }, leases: { updated: 1 } });
      expect(await world.leases()).toEqual({ l1: 'new-north n1 ann,bob' });
      const after = await world.everything();
      expect(after.groups).toMatchObject([
        { identifier: 'new-north', external_ref: externalRefs[0] },
        { identifier: 'new-south', external_ref: externalRefs[1] },
      ]);
      for (const kind of ['units', 'tenants', 'leases'] as const)
        expect(after[kind].map(rowId)).toEqual(before[kind].map(rowId));
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
      await world.import(files(['N', 'S']), all);
      reading = false;
      await reader;
      expect([...seen]).toEqual(['l1']);
    });

    it('without --prune the references stay where they are, and so does every record', async () => {
      const before = await world.everything();
      await world.import(files(['N', 'S']));
      expect(world.reasons().slice(0, 2)).toEqual(
        [1, 2].map(
          (line) =>
            `${line}: \`external_ref\` belongs to another group; one that is no longer in the files passes it on with \`--prune\``,
        ),
      );
      expect(world.refused).toHaveLength(8);
      expect(await world.everything()).toEqual(before);
    });
  });
});

const rowId = (row: unknown): unknown => (row as { id: unknown }).id;
const groupId = (row: unknown): unknown => (row as { group_id: unknown }).group_id;
