/** What a measured world holds: enough skew for a wrong plan to show. Shares are of the units unless said otherwise. */

/** What the paging ids of tenants and leases follow. By group, groups are also regionally concentrated. */
export type IdOrder = 'random' | 'calendar' | 'group';

export interface WorldSize {
  readonly leases: number;
  readonly units: number;
  /** Number 0 holds a third of everything, odd ones some ten leases each, the other even ones what is left. */
  readonly groups: number;
  readonly smallGroups: number;
  /** Units of the one large building, numbered from 0; all in group 0. */
  readonly tower: number;
  /** Leases of one tenant, number 0, who also carries every shared value. */
  readonly landlordLeases: number;
}

/** @param leases at least 10,000 */
export function worldSize(leases: number): WorldSize {
  const units = leases / 2;
  const groups = Math.min(1000, Math.max(600, leases / 100));
  return {
    leases,
    units,
    groups,
    smallGroups: groups / 2,
    tower: Math.min(2500, units / 20),
    landlordLeases: Math.min(5000, leases / 20),
  };
}

export const UNITS_IN_SMALL_GROUP = 5;

/** The first of ten years of move-in dates. */
export const FIRST_YEAR = 2015;
export const DAYS = 3652;

/** Values that many units share: `<label> 7 %` and so on. Every unit has the same country. */
export const SHARES = { '7 %': 0.07, '4 %': 0.04, '1 %': 0.01, '0.3 %': 0.003 } as const;
export type Share = keyof typeof SHARES;

export const COUNTRY = 'Everywhere';
export const TOWER = { buildingName: 'The Tower', latitude: 48.85837, longitude: 2.294481 } as const;
/** A latitude near which 1.6 % of the units lie, and a longitude that 0.3 %, all of them there, share. */
export const NEAR = { latitude: 52.5, longitude: 13.4 } as const;

/** Shares of the tenants who have one e-mail address, phone number or external reference between them. */
export const SHARED_BY = { many: 0.05, some: 0.008 } as const;

/** Who carries it: the number of a tenant, or `many` or `some` who share it. */
export const email = (who: number | string) => `${who}@example.com`;
export const phone = (who: number | string) => `+49 ${who}`;
export const externalRef = (who: number | string) => `ref-${who}`;
