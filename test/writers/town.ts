/** A world in which a known part stays the same while writers change the rest. */

import { createRandom } from '../../ingest/seed/random';
import { leaseRow, tenantRow } from '../oracle/rows';
import { ADDRESS_TEXTS, type UnitRow, type World } from '../oracle/world';

export const GROUPS = ['north', 'south', 'west', 'east'] as const;
export type GroupName = (typeof GROUPS)[number];
export const groupId = (name: GroupName): number => GROUPS.indexOf(name) + 1;
export const groupName = (id: number): GroupName | undefined => GROUPS[id - 1];

export const CITIES = ['Köln', 'Bonn', 'Aachen'] as const;
/** The first days of the two years in which a household's date may change. The second spans two calendar years. */
export const FIRST_DAYS = ['2023-01-01', '2023-07-01', '2024-01-01'] as const;
/** The days of such a year are numbered 0 to 364. */
export const YEAR = 365;
export const OFFICE = { email_address: 'office@example.org', phone_number: '+49 30 1' };

/**
 * - `stays`: no writer changes it;
 * - `wanders`: its move-in date changes within a year from one of `FIRST_DAYS`, its unit within a city;
 * - `moves`: lease, tenants and unit change their group together (decision 18);
 * - `passes`: it is deleted during the run.
 */
type Role = 'stays' | 'wanders' | 'moves' | 'passes';

/** A lease with its tenants. */
export interface Household {
  readonly number: number;
  readonly role: Role;
  /** It always belongs to one of these. */
  readonly groups: readonly [GroupName, ...GroupName[]];
  /** Its move-in date is always in this range, ends included. */
  readonly days: readonly [first: string, last: string];
  readonly city: string;
  /** Whether its tenants share the e-mail address and phone number of `OFFICE`. */
  readonly office: boolean;
}

const FIRST = 10;
/** Between the paging ids of two households, one id is free. */
const STEP = 4;
const UNITS_OF_A_CITY = 3;

export const leaseId = ({ number }: Household): number => number * STEP + 1;
/** Every third household has two tenants. */
export const tenantIds = (household: Household): number[] =>
  household.number % 3 === 0 ? [leaseId(household), leaseId(household) + 1] : [leaseId(household)];
/** The free paging ids between households, before and after a reader's position. */
export const freeIds = (town: readonly Household[]): number[] =>
  town.slice(0, -1).map((household) => leaseId(household) + 2);

/** One tenant of each group rents a quarter of its leases; this is its paging id. */
export const hubId = (group: GroupName): number => groupId(group);
export const isOfHub = ({ number }: Household): boolean => number % 4 === 0;

const cityUnitId = (group: GroupName, city: number, which: number): number =>
  (groupId(group) * CITIES.length + city) * UNITS_OF_A_CITY + which;
export const cityUnits = (group: GroupName, city: string): number[] =>
  Array.from({ length: UNITS_OF_A_CITY }, (_, which) =>
    cityUnitId(
      group,
      CITIES.findIndex((c) => c === city),
      which,
    ),
  );
/** A household that moves has its own unit. */
export const ownUnitId = (household: Household): number => 1000 + household.number;

/** The field values that reveal a record's group. */
export const tenantMark = (group: GroupName) => ({ external_ref: group, last_name: group });
export const unitMark = (group: GroupName) => ({ external_ref: group, unit_number: group });

export function daysAfter(first: string, days: number): string {
  return new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
}

/** @param count at least 100 */
export function households(seed: number, count: number): Household[] {
  const random = createRandom(seed);
  const roles = ['stays', 'stays', 'wanders', 'moves', 'passes'] as const;
  return Array.from({ length: count }, (_, at) => {
    const role = random.pick(roles);
    const first = random.pick(FIRST_DAYS);
    const day = daysAfter(first, random.below(YEAR));
    const group = random.pick(GROUPS);
    const others = GROUPS.filter((other) => other !== group);
    return {
      number: FIRST + at,
      role,
      groups: role === 'moves' ? [group, random.pick(others)] : [group],
      days: role === 'wanders' ? [first, daysAfter(first, YEAR - 1)] : [day, day],
      city: random.pick(CITIES),
      office: random.chance(0.5),
    };
  });
}

const unitRow = (id: number, group: GroupName, city: string): UnitRow => ({
  id,
  identifier: `unit-${id}`,
  group_id: groupId(group),
  ...unitMark(group),
  ...(Object.fromEntries(ADDRESS_TEXTS.map((column) => [column, null])) as Record<
    (typeof ADDRESS_TEXTS)[number],
    null
  >),
  latitude: null,
  longitude: null,
  city,
});

/** The leases `l<number>` and tenants `t<number>` and `s<number>` of the households, and a `hub-<group>` in each group. */
export function worldOf(town: readonly Household[]): World {
  const cells = GROUPS.flatMap((group) =>
    CITIES.flatMap((city) => cityUnits(group, city).map((id) => ({ id, group, city }))),
  );
  const homes = town.map((household) => ({ household, group: household.groups[0], id: leaseId(household) }));
  return {
    groups: GROUPS.map((identifier) => ({ id: groupId(identifier), identifier, external_ref: null })),
    units: [
      ...cells.map(({ id, group, city }) => unitRow(id, group, city)),
      ...homes
        .filter(({ household }) => household.role === 'moves')
        .map(({ household, group }) => unitRow(ownUnitId(household), group, household.city)),
    ],
    tenants: [
      ...GROUPS.map((group) =>
        tenantRow(hubId(group), { identifier: `hub-${group}`, group_id: groupId(group), ...tenantMark(group) }),
      ),
      ...homes.flatMap(({ household, group }) =>
        tenantIds(household).map((id, position) =>
          tenantRow(id, {
            identifier: `${'ts'[position]}${household.number}`,
            group_id: groupId(group),
            ...tenantMark(group),
            ...(household.office && OFFICE),
          }),
        ),
      ),
    ],
    leases: homes.map(({ household, group, id }) =>
      leaseRow(id, {
        identifier: `l${household.number}`,
        group_id: groupId(group),
        unit_id: household.role === 'moves' ? ownUnitId(household) : cityUnits(group, household.city)[0]!,
        start_date: '2000-01-01',
        end_date: '2999-12-31',
        move_in_date: household.days[0],
        rent: String(groupId(group)),
      }),
    ),
    pairs: homes.flatMap(({ household, group, id }) =>
      [...tenantIds(household), ...(isOfHub(household) ? [hubId(group)] : [])].map((tenant_id) => ({
        tenant_id,
        lease_id: id,
        group_id: groupId(group),
      })),
    ),
  };
}
