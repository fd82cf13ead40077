/** Other programs write to the same records as an import of files or a stream. */

import { sql } from 'kysely';

import { otherProgram } from '../db/other-program';
import { until } from '../support/until';
import { caseForEachTest, PRUNE_ALL, SMALL } from './import-case';
import { streamInto } from './stream-case';

const world = caseForEachTest();
const { database } = world;

type Records = Partial<Record<'group' | 'unit' | 'tenant' | 'lease', readonly object[]>>;

const BEFORE: Records = {
  group: [{ identifier: 'north' }, { identifier: 'south' }],
  unit: ['n1', 'n2'].map((identifier) => ({ identifier, group: 'north' })),
  tenant: ['ann', 'bob'].map((identifier) => ({ identifier, group: 'north' })),
  lease: [
    { identifier: 'l1', group: 'north', unit_id: 'n1', tenants: ['ann', 'bob'] },
    { identifier: 'l2', group: 'north', unit_id: 'n2', tenants: ['bob'] },
  ],
};

/** Everything moves but `l2`, which keeps `bob` from moving. */
const AFTER: Records = {
  unit: [{ identifier: 'n1', group: 'south' }],
  tenant: ['ann', 'bob', 'zoe'].map((identifier) => ({ identifier, group: identifier === 'zoe' ? 'west' : 'south' })),
  lease: [{ identifier: 'l1', group: 'south', unit_id: 'n1', tenants: ['ann'] }],
};

/** Inserts and updates records of each kind. */
const EACH: Records = {
  group: [{ identifier: 'north', external_ref: 'N' }, { identifier: 'east' }],
  unit: ['n1', 'n3'].map((identifier) => ({ identifier, group: 'north', unit_number: '1' })),
  tenant: ['ann', 'cy'].map((identifier) => ({ identifier, group: 'north', first_name: 'A' })),
  lease: ['l1', 'l3'].map((identifier) => ({ identifier, group: 'north', unit_id: 'n1', tenants: ['ann'], rent: 1 })),
};

type Written = Partial<Record<'inserted' | 'updated' | 'refused', number>>;

/** Each returns what it did. */
const WRITERS: Readonly<Record<string, (records: Records, db?: typeof database.db) => Promise<readonly Written[]>>> = {
  async 'a stream'(records, db = database.db) {
    const changes = Object.entries(records).flatMap(([kind, all]) => all.map((record) => ({ kind, record })));
    return [(await streamInto(world, [changes], { db })).counts];
  },
  async 'an import of files'(records, db = database.db) {
    const files = Object.entries(records).map(([kind, all]) => [`${kind}s.ndjson`, all] as const);
    return Object.values((await world.import(Object.fromEntries(files), { db })).kinds);
  },
};

/** How many records were inserted or updated, and refused. */
const sums = (all: readonly Written[]) => [
  all.reduce((sum, { inserted = 0, updated = 0 }) => sum + inserted + updated, 0),
  all.reduce((sum, { refused = 0 }) => sum + refused, 0),
];

/** Expects that the work ends when the server refuses to change a row, and that the table keeps its rows. */
async function expectFailure(event: string, table: string, work: () => Promise<unknown>): Promise<void> {
  const rows = async () => (await world.everything())[table === 'lease_tenants' ? 'pairs' : (table as 'units')];
  const before = await rows();
  const refusal = sql`create trigger busy before ${sql.raw(event)} ${sql.table(table)} for each row signal sqlstate '45000'`;
  await refusal.execute(database.db);
  const message = 'The database rejected a statement (error 1644). The step was rolled back; run the command again.';
  await expect(work()).rejects.toThrow(message);
  expect(await rows()).toEqual(before);
}

afterEach(() => sql`drop trigger if exists busy`.execute(database.db));

describe.each(Object.entries(WRITERS))('%s', (_title, write) => {
  test.each([1205, 1213, 1020, 1412])(
    'repeats what ends with error %d, a conflict with another program, and reports each record once',
    async (errno) => {
      const { db } = database;
      await write(BEFORE);
      await sql`set @tries = 0`.execute(db);
      await sql`create trigger busy before update on tenants for each row
      if (@tries := coalesce(@tries, 0) + 1) < 3 then
        signal sqlstate 'HY000' set mysql_errno = ${sql.lit(errno)}, message_text = 'busy';
      end if`.execute(db);
      expect(sums(await write(AFTER))).toEqual([3, 2]);
      expect(world.refused.map(({ reason }) => reason.replace('tenant: ', '')).toSorted()).toEqual([
        '`group` cannot change: a lease in the old group uses this record',
        '`group` does not exist',
      ]);
      expect(world.rejected()).toHaveLength(2);
      expect(await world.leases()).toEqual({ l1: 'south n1 ann', l2: 'north n2 bob' });
    },
  );

  test.each(
    ['groups', 'units', 'tenants', 'leases', 'lease_tenants'].flatMap((table) => [
      ['insert on', table] as const,
      [table === 'lease_tenants' ? 'delete on' : 'update on', table] as const,
    ]),
  )('ends when the server refuses an %s %s, and its step is not stored', async (event, table) => {
    await write(BEFORE);
    await expectFailure(event, table, () => write(EACH));
  });

  test('overwrites a record that another program holds and changes', async () => {
    const { db, url } = database;
    await write(BEFORE);
    const other = await otherProgram(url);
    await other.run('start transaction');
    await other.run(`update tenants set last_name = 'Other' where identifier = 'ann'`);
    await db.connection().execute(async (connection) => {
      // MariaDB 11.6 and newer have it on by default.
      const { rows } = await sql`show variables like 'innodb_snapshot_isolation'`.execute(connection);
      if (rows.length > 0) await sql`set session innodb_snapshot_isolation = 1`.execute(connection);
      const written = write({ tenant: [{ identifier: 'ann', group: 'north', first_name: 'Ann' }] }, connection);
      await until(() => world.isRunning('insert into `tenants`'));
      await other.run('commit');
      expect(sums(await written)).toEqual([1, 0]);
    });
    await other.close();
    expect((await world.everything()).tenants).toMatchObject([{ first_name: 'Ann', last_name: null }, {}]);
  });
});

test.each(['groups', 'units', 'tenants', 'leases'])('an import that cannot prune %s ends', async (kind) => {
  await world.import({ ...SMALL, 'leases.ndjson': kind === 'leases' ? SMALL['leases.ndjson'] : [] });
  const none = { 'groups.ndjson': [], 'units.ndjson': [], 'tenants.ndjson': [], 'leases.ndjson': [] };
  await expectFailure('delete on', kind, () => world.import(none, PRUNE_ALL));
});
