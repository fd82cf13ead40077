import { visibleWorld, type Sight, type World } from '../world';
import type { Dice } from './dice';
import { generateWorld } from './world';

/** Replaces the rows that `sight` hides with those of a newly generated world, as far as ids and unique names allow. */
export function withOtherHidden(dice: Dice, world: World, sight: Sight, today: string): World {
  const visible = visibleWorld(world, sight);
  const other = generateWorld(dice, today);
  const room = <Row extends { id: number; identifier: string }>(rows: readonly Row[], taken: readonly Row[]): Row[] => {
    const ids = new Set(taken.map(({ id }) => id));
    const names = new Set(taken.map(({ identifier }) => identifier));
    return rows.filter(({ id, identifier }) => !ids.has(id) && !names.has(identifier));
  };

  const takenRefs = new Set(visible.groups.map(({ external_ref }) => external_ref));
  const groups = room(other.groups, visible.groups)
    .filter(({ identifier }) => sight !== 'all' && !sight.includes(identifier))
    .map((group) => (takenRefs.has(group.external_ref) ? { ...group, external_ref: null } : group));
  const groupIds = new Set(groups.map(({ id }) => id));
  const inGroups = <Row extends { group_id: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ group_id }) => groupIds.has(group_id));

  const units = room(inGroups(other.units), visible.units);
  const tenants = room(inGroups(other.tenants), visible.tenants);
  const unitIds = new Set(units.map(({ id }) => id));
  const leases = room(inGroups(other.leases), visible.leases).map((lease) =>
    lease.unit_id === null || unitIds.has(lease.unit_id) ? lease : { ...lease, unit_id: null },
  );
  const [tenantIds, leaseIds] = [new Set(tenants.map(({ id }) => id)), new Set(leases.map(({ id }) => id))];
  const pairs = other.pairs.filter((pair) => tenantIds.has(pair.tenant_id) && leaseIds.has(pair.lease_id));
  return {
    groups: [...visible.groups, ...groups],
    units: [...visible.units, ...units],
    tenants: [...visible.tenants, ...tenants],
    leases: [...visible.leases, ...leases],
    pairs: [...visible.pairs, ...pairs],
  };
}
