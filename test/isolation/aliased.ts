/** One document with several aliased lookups and nested records, and the oracle's answer to it. */

import type { Dice } from '../oracle/generate/dice';
import { leasesOf, tenantsOf } from '../oracle/matching';
import type { LeaseRow, Sight, TenantRow, World } from '../oracle/world';
import { visibleWorld } from '../oracle/world';

const ALIASES = ['a', 'b', 'c', 'd'] as const;

export const ALIASED = `query (${ALIASES.map((alias) => `$${alias}: TenantMatch!, $of_${alias}: LeaseMatch`).join(', ')}) {
  ${ALIASES.map(
    (alias) => `${alias}: leasesForTenant(tenant: $${alias}) { nodes { ...L tenants { ...T } } }
  of_${alias}: tenantsByLease(lease: $of_${alias}, first: 3) { nodes { ...T again: leases(first: 2) { nodes { ...L } } } }`,
  ).join('\n  ')}
}
fragment L on Lease { identifier unitNumber group { identifier } }
fragment T on Tenant { identifier firstName lastName group { identifier } }`;

type Variables = Readonly<Record<string, { readonly identifier?: string | undefined }>>;

export function aliasedVariables(dice: Dice, world: World): Variables {
  const named = <Row extends { identifier: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ identifier }) => !/^ *$/.test(identifier));
  const [tenants, leases] = [named(world.tenants), named(world.leases)];
  return Object.fromEntries(
    ALIASES.flatMap((alias) => [
      [alias, { identifier: tenants.length > 0 ? dice.pick(tenants).identifier : 'x' }],
      [`of_${alias}`, { identifier: leases.length > 0 ? dice.pick(leases).identifier : 'x' }],
    ]),
  );
}

/** The `data`. */
export function aliasedAnswer(world: World, sight: Sight, variables: Variables): object {
  const visible = visibleWorld(world, sight);
  const group = ({ group_id }: { group_id: number }) => ({
    identifier: visible.groups.find(({ id }) => id === group_id)!.identifier,
  });
  const lease = (row: LeaseRow) => ({
    identifier: row.identifier,
    unitNumber: visible.units.find(({ id }) => id === row.unit_id)?.unit_number ?? null,
    group: group(row),
  });
  const tenant = (row: TenantRow) => ({
    identifier: row.identifier,
    firstName: row.first_name,
    lastName: row.last_name,
    group: group(row),
  });
  const named = <Row extends { identifier: string }>(rows: readonly Row[], name: string): Row[] =>
    rows.filter(({ identifier }) => identifier === variables[name]?.identifier);
  return Object.fromEntries(
    ALIASES.flatMap((alias): [string, object][] => [
      [
        alias,
        {
          nodes: leasesOf(visible, named(visible.tenants, alias))
            .slice(0, 100)
            .map((row) => ({ ...lease(row), tenants: tenantsOf(visible, [row]).map(tenant) })),
        },
      ],
      [
        `of_${alias}`,
        {
          nodes: tenantsOf(visible, named(visible.leases, `of_${alias}`))
            .slice(0, 3)
            .map((row) => ({ ...tenant(row), again: { nodes: leasesOf(visible, [row]).slice(0, 2).map(lease) } })),
        },
      ],
    ]),
  );
}
