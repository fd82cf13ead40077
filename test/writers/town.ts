/** A world in which a known part stays the same while writers change the rest. */

import { createRandom } from '../../ingest/seed/random';
import { leaseRow, tenantRow } from '../oracle/rows';
import { addressWith, type LeaseRow, type PairRow, type TenantRow, type UnitRow, type World } from '../oracle/world';

export const GROUPS = ['north', 'south', 'west', 'east'] as const;
export type GroupName = (typeof GROUPS)[number];
export const groupId = (name: GroupName): number => GROUPS.indexOf(name) + 1;

export const CITIES = ['Köln', 'Bonn', 'Aachen'] as const;
/** The first days of the two years in which a household's date may change. The second spans two calendar years. */
export const FIRST_DAYS = ['2023-01-01', '2023-07-01', '2024-01-01'] as const;
/** The days of such a year are numbered 0 to 364. */
export const YEAR = 365;
export const OFFICE = { email_address: 'office@example.org', phone_number: '+49 30 1' };
/** Every lease is active. */
export const TERM = { start_date: '2000-01-01', end_date: '2999-12-31' };

/**
 * - `stays`: no writer changes it;
 * - `wanders`: its move-in date changes within a year from one of `FIRST_DAYS`, its unit within a city;
 * - `moves`: lease, tenants and unit change their group together (decision 18);
 * - `passes`: it is deleted during the run.
 */
const ROLES = ['stays', 'stays', 'wanders', 'moves', 'passes'] as const;

/** A lease with its tenants. */
export interface Household {
  readonly number: number;
  readonly role: (typeof ROLES)[number];
  /** It always belongs to one of these. */
  readonly groups: readonly [GroupName, ...GroupName[]];
  /** Its move-in date is always in this range, ends included. */
  readonly days: readonly [first: string, last: string];
  readonly city: string;
  /** Whether its tenants share the e-mail address and phone number of `OFFICE`. */
  readonly office: boolean;
}

/** Between the paging ids of two households, one id is free. */
export const leaseId = ({ number }: Household): number => number * 4 + 1;
export const freeIds = (town: readonly Household[]): number[] =>
  town.slice(0, -1).map((household) => leaseId(household) + 2);
/** Every third household has two tenants. */
export const tenantIds = (household: Household): number[] =>
  household.number % 3 === 0 ? [leaseId(household), leaseId(household) + 1] : [leaseId(household)];

/** One tenant of each group rents a quarter of its leases; this is its paging id. */
export const hubId = (group: GroupName): number => groupId(group);
export const isOfHub = ({ number }: Household): boolean => number % 4 === 0;
export const pairedTenants = (household: Household, group: GroupName): number[] =>
  isOfHub(household) ? [...tenantIds(household), hubId(group)] : tenantIds(household);

export function cityUnits(group: GroupName, city: string): readonly [number, number] {
  const first = 2 * (groupId(group) * CITIES.length + CITIES.findIndex((each) => each === city));
  return [first, first + 1];
}
/** A household that moves has its own unit. */
export const ownUnitId = ({ number }: Household): number => 1000 + number;

/** The field values that reveal a record's group; of a lease, the rent is the number of the group. */
export const tenantMark = (group: GroupName) => ({ external_ref: group, last_name: group });
export const unitMark = (group: GroupName) => ({ external_ref: group, unit_number: group });

export const daysAfter = (first: string, days: number): string =>
  new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);

/** @param count at least 100 */
export function households(seed: number, count: number): Household[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const role = random.pick(ROLES);
    const first = random.pick(FIRST_DAYS);
    const day = daysAfter(first, random.below(YEAR));
    const group = random.pick(GROUPS);
    return {
      number: 10 + at,
      role,
      groups: role === 'moves' ? [group, random.pick(GROUPS.filter((other) => other !== group))] : [group],
      days: role === 'wanders' ? [first, daysAfter(first, YEAR - 1)] : [day, day],
      city: random.pick(CITIES),
      office: random.chance(0.5),
    };
  });
}

const unitRow = (id: number, group: GroupName, city: string): UnitRow => ({
  ...addressWith(() => null),
  ...{ id, identifier: `unit-${id}`, group_id: groupId(group), ...unitMark(group), city },
});

/** The leases `l<number>` and tenants `t<number>` and `s<number>` of the households, and a `hub-<group>` in each group. */
export function worldOf(town: readonly Household[]): World {
  const groups = GROUPS.map((identifier) => ({ id: groupId(identifier), identifier, external_ref: null }));
  const units: UnitRow[] = [];
  const tenants: TenantRow[] = [];
  const leases: LeaseRow[] = [];
  const pairs: PairRow[] = [];
  for (const group of GROUPS) {
    const mark = { group_id: groupId(group), ...tenantMark(group) };
    tenants.push(tenantRow(hubId(group), { identifier: `hub-${group}`, ...mark }));
    for (const city of CITIES) units.push(...cityUnits(group, city).map((id) => unitRow(id, group, city)));
  }
  for (const household of town) {
    const { number, groups, days, city, office } = household;
    const [[group], [move_in_date]] = [groups, days];
    const [group_id, lease_id] = [groupId(group), leaseId(household)];
    let [unit_id] = cityUnits(group, city);
    if (household.role === 'moves') units.push(unitRow((unit_id = ownUnitId(household)), group, city));
    const lease = { identifier: `l${number}`, group_id, unit_id, ...TERM, move_in_date, rent: String(group_id) };
    leases.push(leaseRow(lease_id, lease));
    for (const [nth, id] of tenantIds(household).entries()) {
      const mark = { ...tenantMark(group), ...(office && OFFICE) };
      tenants.push(tenantRow(id, { identifier: `${'ts'[nth]}${number}`, group_id, ...mark }));
    }
    pairs.push(...pairedTenants(household, group).map((tenant_id) => ({ tenant_id, lease_id, group_id })));
  }
  return { groups, units, tenants, leases, pairs };
}
