import type { IResolvers, MercuriusContext, MercuriusLoaders } from 'mercurius';
import type { Pool } from 'mysql2/promise';

import { PAGE_LIMIT } from '../settings';
import { findLeases, findTenants, groupsOf, type Row, type TenantMatch, tenantsOfLeases, unitsOf } from './queries';

declare module 'mercurius' {
  interface MercuriusContext {
    /** The row ids of the groups that the caller sees. */
    readonly groupIds: readonly number[];
  }
}

interface PageArguments {
  readonly first?: number;
  readonly after?: string;
}

const sizeOf = ({ first = PAGE_LIMIT }: PageArguments): number => Math.min(first, PAGE_LIMIT);

function pageOf(rows: readonly Row[], size: number) {
  const nodes = rows.slice(0, size);
  return { nodes, pageInfo: { hasNextPage: rows.length > size, endCursor: nodes.at(-1)?.id ?? null } };
}

export const resolvers = (pool: Pool): IResolvers => ({
  Query: {
    async leasesForTenant(_root, args: PageArguments & { tenant: TenantMatch }, context: MercuriusContext) {
      const size = sizeOf(args);
      const rows = await findLeases(pool, context.groupIds, args.tenant, Number(args.after ?? 0), size + 1);
      return pageOf(rows, size);
    },
    async tenantsByLease(
      _root,
      args: PageArguments & { lease?: { minMoveInDate?: string } },
      context: MercuriusContext,
    ) {
      const size = sizeOf(args);
      const since = args.lease?.minMoveInDate;
      return pageOf(await findTenants(pool, context.groupIds, since, Number(args.after ?? 0), size + 1), size);
    },
  },
  // The columns of a unit's address stand in its own row.
  Unit: { address: (unit: Row) => unit },
});

export const loaders = (pool: Pool): MercuriusLoaders => ({
  Lease: {
    async unit(queries: { obj: Row }[]) {
      const ids = queries.flatMap(({ obj }) => (obj.unitRowId === null ? [] : [obj.unitRowId as number]));
      const units = await unitsOf(pool, ids);
      return queries.map(({ obj }) => units.get(obj.unitRowId as number) ?? null);
    },
    async tenants(queries: { obj: Row }[]) {
      const tenants = await tenantsOfLeases(
        pool,
        queries.map(({ obj }) => obj.id),
      );
      return queries.map(({ obj }) => tenants.get(obj.id) ?? []);
    },
  },
  Tenant: {
    async group(queries: { obj: Row }[]) {
      const ids = new Set(queries.map(({ obj }) => obj.groupId as number));
      const groups = new Map((await groupsOf(pool, 'id', [...ids])).map((group) => [group.id, group]));
      return queries.map(({ obj }) => groups.get(obj.groupId as number) ?? null);
    },
  },
});
