import { sql } from 'kysely';

import { otherProgram } from '../db/other-program';
import { onServer } from '../support/database';
import { threadsOf } from '../support/server-threads';
import { until } from '../support/until';
import type { ImportCase } from './import-case';
import { streamForEachTest } from './stream-case';

/** Other programs write to the same records as an import of files or a stream. */

const shared = streamForEachTest();

type Records = Readonly<Record<'group' | 'unit' | 'tenant' | 'lease', readonly object[]>>;

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
  group: [],
  unit: [{ identifier: 'n1', group: 'south' }],
  tenant: ['ann', 'bob', 'zoe'].map((identifier) => ({ identifier, group: identifier === 'zoe' ? 'west' : 'south' })),
  lease: [{ identifier: 'l1', group: 'south', unit_id: 'n1', tenants: ['ann'] }],
};

/** Each returns how many records it inserted or updated, and refused. */
const WRITERS: readonly (readonly [
  string,
  (world: ImportCase, records: Records, db?: ImportCase['database']['db']) => Promise<readonly number[]>,
])[] = [
  [
    'a stream',
    async (_world, records, db) => {
      const changes = Object.entries(records).flatMap(([kind, all]) => all.map((record) => ({ kind, record })));
      const { counts } = await shared.stream([changes], db && { db });
      return [counts.inserted + counts.updated, counts.refused];
    },
  ],
  [
    'an import of files',
    async (world, records, db) => {
      const files = Object.entries(records).filter(([, all]) => all.length > 0);
      const named = Object.fromEntries(files.map(([kind, all]) => [`${kind}s.ndjson`, all]));
      const { kinds } = await world.import(named, db && { db });
      const sum = (count: (kind: (typeof kinds)['groups'] & object) => number) =>
        Object.values(kinds).reduce((total, kind) => total + count(kind), 0);
      return [sum(({ inserted, updated }) => inserted + updated), sum(({ refused }) => refused)];
    },
  ],
];

afterEach(() => sql`drop trigger if exists busy`.execute(shared.world.database.db));

describe.each(WRITERS)('%s', (_title, write) => {
  test.each([1205, 1213, 1020, 1412])(
    'repeats what ends with error %d, a conflict with another program, and reports each record once',
    async (errno) => {
      const { world } = shared;
      const { db } = world.database;
      await write(world, BEFORE);
      await sql`set @tries = 0`.execute(db);
      await sql`create trigger busy before update on tenants for each row
      if (@tries := coalesce(@tries, 0) + 1) < 3 then
        signal sqlstate 'HY000' set mysql_errno = ${sql.lit(errno)}, message_text = 'busy';
      end if`.execute(db);
      const written = await write(world, AFTER);
      expect(written).toEqual([3, 2]);
      expect(world.refused.map(({ reason }) => reason.replace('tenant: ', '')).toSorted()).toEqual([
        '`group` cannot change: a lease in the old group uses this record',
        '`group` does not exist',
      ]);
      expect(world.rejected()).toHaveLength(2);
      expect(await world.leases()).toEqual({ l1: 'south n1 ann', l2: 'north n2 bob' });
    },
  );

  test('overwrites a record that another program holds and changes', async () => {
    const { world } = shared;
    const { db, url } = world.database;
    await write(world, BEFORE);
    const other = await otherProgram(url);
    await other.run('start transaction');
    await other.run(`update tenants set last_name = 'Other' where identifier = 'ann'`);
    await db.connection().execute(async (connection) => {
      // MariaDB 11.6 and newer have it on by default.
      const { rows } = await sql`show variables like 'innodb_snapshot_isolation'`.execute(connection);
      if (rows.length > 0) await sql`set session innodb_snapshot_isolation = 1`.execute(connection);
      const ann = [{ identifier: 'ann', group: 'north', first_name: 'Ann' }];
      const written = write(world, { group: [], unit: [], tenant: ann, lease: [] }, connection);
      const threads = () => onServer((server) => threadsOf(server, new URL(url).pathname.slice(1)));
      await until(async () =>
        (await threads()).some(({ statement }) => statement?.startsWith('insert into `tenants`')),
      );
      await other.run('commit');
      expect(await written).toEqual([1, 0]);
    });
    await other.close();
    expect((await world.everything()).tenants).toMatchObject([{ first_name: 'Ann', last_name: null }, {}]);
  });
});
