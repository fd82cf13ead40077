/** Writers that change a town at random. A household to delete or a free paging id is drawn by one writer only. */

import type { Kysely } from 'kysely';

import { insertLeaseTenants } from '../../ingest/import/store';
import type { Random } from '../../ingest/seed/random';
import { readDatabaseAddress } from '../../src/config/settings';
import { connect } from '../../src/db/connect';
import type { Tables } from '../../src/db/tables';
import * as place from './town';

/** Runs within one transaction and is repeated until it commits. */
type Change = (db: Kysely<Tables>) => Promise<void>;

/** Each draws a change; null when none is left. */
type Changes = Readonly<Record<string, (random: Random) => Change | null>>;

export function changesOf(town: readonly place.Household[], dice: Random): Changes {
  const of = (role: place.Household['role']) => town.filter((household) => household.role === role);
  const [wanderers, movers, hosts] = [of('wanders'), of('moves'), of('stays')];
  const passing = of('passes').map((each) => ({ lease: place.leaseId(each), tenants: place.tenantIds(each) }));
  const free = place.freeIds(town).sort(() => dice.below(3) - 1);
  let names = 0;

  return {
    /** New leases of one unit. Each has a new tenant, an existing tenant, and the hub of the group. */
    arrival(random) {
      const group = random.pick(place.GROUPS);
      const count = 1 + random.below(10);
      // Without ids, the server assigns them after all others.
      const ids = random.chance(0.7) && free.length >= count ? free.splice(0, count) : undefined;
      const unit_id = random.pick(place.cityUnits(group, random.pick(place.CITIES)));
      const move_in_date = place.daysAfter(random.pick(place.FIRST_DAYS), random.below(place.YEAR));
      const neighbours = hosts.filter(({ groups }) => groups[0] === group);
      const guests = Array.from({ length: count }, () => place.leaseId(random.pick(neighbours)));
      const rows = guests.map((_, nth) => ({
        ...(ids && { id: ids[nth]! }),
        identifier: `new-${(names += 1)}`,
        group_id: place.groupId(group),
      }));
      const mark = { ...place.tenantMark(group), ...place.OFFICE, active: true };
      const terms = { ...place.TERM, unit_id, move_in_date, rent: place.groupId(group) };
      return async (db) => {
        const insert = (table: 'tenants' | 'leases', values: object) =>
          db
            .insertInto(table)
            .values(rows.map((row) => ({ ...row, ...values })))
            .executeTakeFirstOrThrow();
        const [tenants, leases] = [await insert('tenants', mark), await insert('leases', terms)];
        // One INSERT numbers its rows without gaps.
        const arrived = rows.map(({ id }, nth) => ({
          lease: id ?? Number(leases.insertId) + nth,
          tenants: [id ?? Number(tenants.insertId) + nth],
        }));
        const pairs = arrived.map(({ lease, tenants: own }, nth) =>
          [...own, guests[nth]!, place.hubId(group)].map((tenant_id) => ({ lease_id: lease, tenant_id })),
        );
        await insertLeaseTenants(db, pairs.flat());
        passing.push(...arrived);
      };
    },

    departure(random) {
      const gone = passing.splice(random.below(passing.length), 1 + random.below(5));
      if (gone.length === 0) return null;
      const ids = { leases: gone.map(({ lease }) => lease), tenants: gone.flatMap(({ tenants }) => tenants) };
      const order = random.pick([['leases', 'tenants'] as const, ['tenants', 'leases'] as const]);
      return async (db) => {
        for (const table of order) await db.deleteFrom(table).where('id', 'in', ids[table]).execute();
      };
    },

    move(random) {
      const from = random.below(movers.length);
      const moving = movers.slice(from, from + 1 + random.below(8));
      return async (db) => {
        for (const household of moving) await move(db, household);
      };
    },

    /** Updates leases one after the other in random order, often many, so that two writers can deadlock. */
    wandering(random) {
      const updates = Array.from({ length: random.pick([1, 2, 5, 50]) }, () => {
        const household = random.pick(wanderers);
        const move_in_date = place.daysAfter(household.days[0], random.below(place.YEAR));
        const unit_id = random.pick(place.cityUnits(household.groups[0], household.city));
        return { id: place.leaseId(household), values: { move_in_date, unit_id } };
      });
      return async (db) => {
        for (const { id, values } of updates) await db.updateTable('leases').set(values).where('id', '=', id).execute();
      };
    },
  };
}

/** Moves a household to the other of its two groups: lease, unit and tenants, through a lease without either (decision 18). */
async function move(db: Kysely<Tables>, household: place.Household): Promise<void> {
  const [id, unit_id] = [place.leaseId(household), place.ownUnitId(household)];
  const stored = db.selectFrom('leases').select('group_id').where('id', '=', id).forUpdate();
  const { group_id: old } = await stored.executeTakeFirstOrThrow();
  const group = household.groups.find((each) => place.groupId(each) !== old)!;
  const group_id = place.groupId(group);
  const lease = db.updateTable('leases').where('id', '=', id);
  const unit = db.updateTable('units').where('id', '=', unit_id);
  const tenants = db.updateTable('tenants').where('id', 'in', place.tenantIds(household));
  await db.deleteFrom('lease_tenants').where('lease_id', '=', id).execute();
  await lease.set({ unit_id: null }).execute();
  await unit.set({ group_id, ...place.unitMark(group) }).execute();
  await tenants.set({ group_id, ...place.tenantMark(group) }).execute();
  await lease.set({ group_id, rent: group_id, unit_id }).execute();
  const pairs = place.pairedTenants(household, group).map((tenant_id) => ({ lease_id: id, tenant_id }));
  await insertLeaseTenants(db, pairs);
}

/** ER_LOCK_DEADLOCK, ER_LOCK_WAIT_TIMEOUT, and MariaDB's "record has changed since last read". */
const GIVEN_UP = new Set<unknown>([1213, 1205, 1020]);

/** Works continuously on its own connection until it is over. @param committed counts the changes by their kind */
export async function write(
  databaseUrl: string,
  changes: Changes,
  random: Random,
  committed: Map<string, number>,
  isOver: () => boolean,
): Promise<void> {
  const db = connect(readDatabaseAddress({ DATABASE_URL: databaseUrl }), { poolSize: 1, connectTimeoutMs: 10_000 });
  try {
    while (!isOver()) {
      const kind = random.pick(Object.keys(changes));
      const change = changes[kind]!(random);
      if (change === null) continue;
      await commit(db, change);
      committed.set(kind, (committed.get(kind) ?? 0) + 1);
    }
  } finally {
    await db.destroy();
  }
}

async function commit(db: Kysely<Tables>, change: Change): Promise<void> {
  for (;;) {
    try {
      return await db.transaction().execute(change);
    } catch (error) {
      const { errno, cause } = error as { errno?: number; cause?: { errno?: number } };
      if (!GIVEN_UP.has(errno ?? cause?.errno)) throw error;
    }
  }
}
