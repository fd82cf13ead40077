/** The rows of a world that match a request. The world is the caller's: every row in it is visible. */

import type { AddressFilter } from './fields';
import { matchesAll, trimmed } from './filters';
import { collated } from './folding';
import type { GroupChoice, LeaseQuestion, TenantQuestion } from './questions';
import type { LeaseRow, TenantRow, UnitRow, World } from './world';

const byId = <Row extends { id: number }>(rows: readonly Row[]): Row[] => [...rows].sort((a, b) => a.id - b.id);

/** The requested group; `undefined` if none is requested. A hidden group is treated like one that does not exist. */
function groupIds(world: World, choice: GroupChoice | undefined): ReadonlySet<number> {
  const chosen = world.groups.filter((group) => choice === undefined || group[choice.column] === choice.value);
  return new Set(chosen.map(({ id }) => id));
}

/** Decision 13. */
export const isActiveOn = (lease: LeaseRow, day: string): boolean =>
  lease.start_date !== null && lease.end_date !== null && lease.start_date < day && lease.end_date > day;

export function leasesOf(world: World, tenants: readonly TenantRow[]): LeaseRow[] {
  const tenantIds = new Set(tenants.map(({ id }) => id));
  const leaseIds = new Set(world.pairs.filter((pair) => tenantIds.has(pair.tenant_id)).map((pair) => pair.lease_id));
  return byId(world.leases.filter(({ id }) => leaseIds.has(id)));
}

export function tenantsOf(world: World, leases: readonly LeaseRow[]): TenantRow[] {
  const leaseIds = new Set(leases.map(({ id }) => id));
  const tenantIds = new Set(world.pairs.filter((pair) => leaseIds.has(pair.lease_id)).map((pair) => pair.tenant_id));
  return byId(world.tenants.filter(({ id }) => tenantIds.has(id)));
}

/** Contract 4.1: the leases of every tenant that matches all criteria (decisions 7, 10 and 12), in paging order. */
export function matchingLeases(world: World, question: TenantQuestion, activeOn: string | undefined): LeaseRow[] {
  const groups = groupIds(world, question.group);
  const tenants = world.tenants.filter((tenant) => groups.has(tenant.group_id) && matchesAll(question.filters, tenant));
  return leasesOf(world, tenants).filter((lease) => activeOn === undefined || isActiveOn(lease, activeOn));
}

/** Contract 4.2: the tenants of every lease that matches all criteria (decisions 19 to 21), in paging order. */
export function matchingTenants(world: World, question: LeaseQuestion): TenantRow[] {
  const groups = groupIds(world, question.group);
  const leases = world.leases.filter(
    (lease) =>
      groups.has(lease.group_id) && matchesAll(question.filters, lease) && isAt(question.address, unitOf(world, lease)),
  );
  return tenantsOf(world, leases);
}

export const unitOf = (world: World, lease: LeaseRow): UnitRow | undefined =>
  world.units.find(({ id }) => id === lease.unit_id);

function isAt({ texts, coordinates }: AddressFilter, unit: UnitRow | undefined): boolean {
  if (texts.length + coordinates.length === 0) return true;
  if (unit === undefined) return false;
  return (
    texts.every(([column, asked]) => sameAddressText(unit[column], asked)) &&
    coordinates.every(([column, asked]) => isNear(unit[column], asked))
  );
}

/** Decision 21. A stored blank is no address. */
function sameAddressText(stored: string | null, asked: string): boolean {
  const text = trimmed(stored ?? '');
  return text !== '' && collated(text) === collated(trimmed(asked));
}

const SCALE = 30;

/** A decimal as an exact whole number of 10^-30 degrees. */
function exact(decimal: string): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(decimal) ?? [];
  const shift = SCALE + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  return sign === '-' ? -scaled : scaled;
}

function isNear(stored: string | null, asked: number): boolean {
  if (stored === null) return false;
  const distance = exact(stored) - exact(String(asked));
  const limit = exact('0.0001');
  return distance <= limit && distance >= -limit;
}
