/** No record is read without a scope. Each line of `refused` must not compile (`npm run lint` fails when one does). */

import { Database } from '../src/db/database';
import { among } from '../src/db/match-keys';
import { GroupScope } from '../src/db/visibility';
import { VisibleRecords } from '../src/db/visible-records';
import type { Session } from '../src/lookups/find-records';
import { stubDatabase } from './db/stub-database';

export function refused(db: Database, session: Session, records: VisibleRecords): void {
  // @ts-expect-error A scope comes only from what a token grants.
  new GroupScope('all');
  // @ts-expect-error The records of groups cannot be read beside a scope.
  db.access.selectFrom('tenants');
  // @ts-expect-error Nor can leases.
  db.access.selectFrom('leases');
  // @ts-expect-error A list of groups is no scope.
  db.records([1, 2, 3]);
  // @ts-expect-error The records keep their connection to themselves.
  void records.db;
  // @ts-expect-error The connection itself is out of reach.
  void db.kysely;
  // @ts-expect-error From a lookup's session as well.
  void session.db.kysely;
}

it('a scope without groups holds nothing: an empty list is never “no filter”', async () => {
  const scope = await GroupScope.of({} as never, { kind: 'listed', identifiers: [] });
  expect(scope.isEmpty).toBe(true);
  expect(VisibleRecords.prototype).toHaveProperty('leases');
});

describe('a prepared statement', () => {
  let executed: (readonly unknown[])[];
  let db: Database;

  beforeEach(() => {
    executed = [];
    db = new Database(
      stubDatabase((_statement, parameters) => {
        executed.push(parameters);
        return [];
      }),
      () => 0,
    );
  });
  afterEach(() => db.close());

  /** The records of these groups. All of them share one set of prepared statements. */
  async function recordsOf(...groups: number[]): Promise<VisibleRecords> {
    const access = stubDatabase(() => groups.map((id) => ({ id })));
    const scope = await GroupScope.of(access, { kind: 'listed', identifiers: ['any'] });
    return db.records(scope);
  }

  const anyLease = (records: VisibleRecords) => records.leases().select('l.id');

  it('is compiled once and runs with the groups of each caller', async () => {
    const compiled = jest.fn(anyLease);
    const leases = { name: 'leases', build: compiled, values: {} };
    for (const groups of [[7], [8, 9]]) await (await recordsOf(...groups)).prepared(leases);
    await (await recordsOf(5)).preparedUnion([leases, leases]);
    expect(compiled).toHaveBeenCalledTimes(1);
    expect(executed).toEqual([[[7]], [[8, 9]], [[5], [5]]]);
  });

  it('without the groups of its caller is never run', async () => {
    const ofAll = db.records(await GroupScope.of({} as never, { kind: 'all' }));
    const other = await recordsOf(8);
    for (const stranger of [ofAll, other]) {
      const records = await recordsOf(7);
      const leases = { name: 'leases', build: () => anyLease(stranger), values: {} };
      await expect(records.prepared(leases)).rejects.toThrow('does not hold the list of groups');
    }
    expect(executed).toEqual([]);
  });

  it.each<[string, (on: VisibleRecords) => ReturnType<typeof anyLease>]>([
    ['list', (on) => anyLease(on).where(among('l.id', [1, 2]))],
    ['text', (on) => anyLease(on).where('l.identifier', '=', 'lease-1')],
  ])('that would keep a %s of one caller is never run', async (_kind, build) => {
    const records = await recordsOf(7);
    await expect(records.prepared({ name: 'leases', build, values: {} })).rejects.toThrow('would keep a value');
    expect(executed).toEqual([]);
  });
});
