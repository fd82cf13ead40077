/** The records of the small server: three groups, and a tenant with many leases. */

import { addDays } from '../../cutover/conformance/shape';

export const TODAY = '2026-03-15';

export const GROUPS = [
  { id: 'north', ref: 'N-1' },
  { id: 'south', ref: 'S-1' },
  { id: 'east', ref: 'E-1' },
] as const;

export interface Tenant {
  readonly group: string;
  readonly record: ReturnType<typeof tenantRecord>;
}

export interface Lease {
  readonly group: string;
  readonly record: ReturnType<typeof leaseRecord>;
  readonly tenants: readonly Tenant[];
}

const STREETS = ['Hill Road', 'Mill Lane', 'Quay Street', 'Park Row', 'Église Court'];
const CITIES = ['Leeds', 'York', 'Hull'];

const termsAt = (today: string) => [
  ['2020-01-01', '2999-12-31', '2020-01-03'] as const,
  ['2010-05-01', '2015-04-30', '2010-05-01'] as const,
  ['2990-01-01', '2995-12-31', '2990-01-01'] as const,
  ['2021-07-01', null, '2021-07-02'] as const,
  // Of these, one day alone explains which are active.
  ...[-1, 0, 1].map((days) => ['2020-01-01', addDays(today, days), '2020-01-02'] as const),
  ...[-1, 0, 1].map((days) => [addDays(today, days), '2999-12-31', '2020-01-02'] as const),
];

const tenantRecord = (group: string, number: number) => ({
  identifier: `${group}-t${number}`,
  external_ref: number % 5 === 4 ? null : `REF-${number}`,
  email_address: number % 7 === 6 ? null : `Tenant${number}@${group}.example`,
  phone_number: number % 6 === 5 ? null : `+44 20 7946 0${group.length}${String(number).padStart(2, '0')}`,
  first_name: number % 4 === 3 ? null : 'Zoë',
  last_name: `Name ${number}`,
  active: number % 3 !== 0,
});

const tenantOf = (group: string, number: number): Tenant => ({ group, record: tenantRecord(group, number) });

const addressOf = (number: number) => ({
  building_name: number % 3 === 0 ? 'The Maltings' : null,
  address_line_1: `${1 + Math.floor(number / 5)} ${STREETS[number % STREETS.length]}`,
  address_line_2: number % 4 === 0 ? 'Flat 2' : null,
  city: CITIES[number % CITIES.length]!,
  country: 'United Kingdom',
  state: number % 2 === 0 ? 'Yorkshire' : null,
  postal_code: `LS${number % 20} 1AA`,
  latitude: 53.8 + number / 1000,
  longitude: -1.5,
});

function leaseRecord(group: string, number: number, today: string) {
  const terms = termsAt(today);
  const [start_date, end_date, move_in_date] = terms[number % terms.length]!;
  return {
    identifier: `${group}-l${number}`,
    start_date,
    end_date,
    move_in_date: number % 9 === 8 ? null : move_in_date,
    unit_id: `${group}-u${number}`,
    unit_external_ref: number % 2 === 0 ? `U-${number}` : null,
    is_furnished: number % 3 === 0 ? null : number % 2 === 0,
    minimum_days_notice: number % 4 === 0 ? null : 30,
    deposit: number % 5 === 0 ? null : 1200.5 + number,
    rent: 987.25,
    unit_number: `${number}`,
    address: addressOf(number),
  };
}

const leaseOf = (tenants: readonly Tenant[], group: string, number: number, today: string): Lease => ({
  group,
  tenants,
  record: leaseRecord(group, number, today),
});

export interface World {
  readonly tenants: readonly Tenant[];
  readonly leases: readonly Lease[];
}

/** The first tenant of each group has many leases, one of them with many tenants. */
export function createWorld(today = TODAY): World {
  const tenants: Tenant[] = [];
  const leases: Lease[] = [];
  for (const { id } of GROUPS) {
    // More than a call may give, in one group.
    const size = id === 'north' ? 105 : 40;
    const own = Array.from({ length: size }, (_, number) => tenantOf(id, number));
    const [first] = own;
    leases.push(...own.map((tenant, number) => leaseOf([tenant], id, number, today)));
    leases.push(...own.map((_, number) => leaseOf([first!], id, size + number, today)));
    leases.push(leaseOf(own.slice(0, 45), id, 2 * size + 1, today));
    tenants.push(...own);
  }
  return { tenants, leases };
}
