/** Random changes. A household to delete or a free paging id is drawn by one writer only. */

import type { Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import type { Random } from '../../ingest/seed/random';
import { arrive, type Arrived } from './arrival';
import { move } from './move';
import {
  CITIES,
  cityUnits,
  daysAfter,
  FIRST_DAYS,
  freeIds,
  GROUPS,
  type Household,
  leaseId,
  tenantIds,
  YEAR,
} from './town';

/** Runs within one transaction and is repeated until it commits. */
export type Change = (db: Kysely<Tables>) => Promise<void>;

export const KINDS = ['arrival', 'departure', 'move', 'wandering', 'bulk update'] as const;
export type Kind = (typeof KINDS)[number];

export class Changes {
  readonly #wanderers: Household[];
  readonly #movers: Household[];
  readonly #hosts: Household[];
  /** Households that are deleted during the run. */
  readonly #passing: Arrived[];
  readonly #free: number[];
  #names = 0;

  constructor(town: readonly Household[], random: Random) {
    const of = (role: Household['role']) => town.filter((household) => household.role === role);
    [this.#wanderers, this.#movers, this.#hosts] = [of('wanders'), of('moves'), of('stays')];
    this.#passing = of('passes').map((household) => ({ lease: leaseId(household), tenants: tenantIds(household) }));
    this.#free = freeIds(town).sort(() => random.below(3) - 1);
  }

  /** @returns null when no such change is left */
  draw(kind: Kind, random: Random): Change | null {
    switch (kind) {
      case 'arrival':
        return this.#arrival(random);
      case 'departure':
        return this.#departure(random);
      case 'move':
        return this.#move(random);
      case 'wandering':
        return this.#wandering(random);
      case 'bulk update':
        return this.#bulkUpdate(random);
    }
  }

  #arrival(random: Random): Change {
    const count = 1 + random.below(10);
    const between = random.chance(0.7) && this.#free.length >= count;
    const group = random.pick(GROUPS);
    const hosts = this.#hosts.filter(({ groups }) => groups[0] === group);
    const arrival = {
      group,
      unitId: random.pick(cityUnits(group, random.pick(CITIES))),
      moveInDate: daysAfter(random.pick(FIRST_DAYS), random.below(YEAR)),
      names: Array.from({ length: count }, () => `new-${++this.#names}`),
      ids: between ? this.#free.splice(0, count) : undefined,
      guests: Array.from({ length: count }, () => leaseId(random.pick(hosts))),
    };
    return async (db) => {
      const arrived = await arrive(db, arrival);
      this.#passing.push(...arrived);
    };
  }

  #departure(random: Random): Change | null {
    const gone = this.#passing.splice(random.below(this.#passing.length), 1 + random.below(5));
    if (gone.length === 0) return null;
    const leases = gone.map(({ lease }) => lease);
    const tenants = gone.flatMap((household) => household.tenants);
    const order = random.pick([['leases', 'tenants'] as const, ['tenants', 'leases'] as const]);
    return async (db) => {
      for (const table of order) {
        await db
          .deleteFrom(table)
          .where('id', 'in', table === 'leases' ? leases : tenants)
          .execute();
      }
    };
  }

  #move(random: Random): Change {
    const from = random.below(this.#movers.length);
    const movers = this.#movers.slice(from, from + 1 + random.below(8));
    return async (db) => {
      for (const household of movers) await move(db, household);
    };
  }

  /** Updates leases one after the other in random order, so that two writers can deadlock. */
  #wandering(random: Random): Change {
    const updates = Array.from({ length: 1 + random.below(6) }, () => {
      const household = random.pick(this.#wanderers);
      const move_in_date = daysAfter(household.days[0], random.below(YEAR));
      const unit_id = random.pick(cityUnits(household.groups[0], household.city));
      return { id: leaseId(household), values: { move_in_date, unit_id } };
    });
    return async (db) => {
      for (const { id, values } of updates) await db.updateTable('leases').set(values).where('id', '=', id).execute();
    };
  }

  #bulkUpdate(random: Random): Change {
    const first = random.pick(FIRST_DAYS);
    const move_in_date = daysAfter(first, random.below(YEAR));
    const ids = this.#wanderers.filter(({ days }) => days[0] === first).map(leaseId);
    return async (db) => {
      await db.updateTable('leases').set({ move_in_date }).where('id', 'in', ids).execute();
    };
  }
}
