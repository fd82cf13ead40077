/** The fields of the schema that read records. */

import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';

import type { FoundRecord } from '../lookups/find-records';
import type { CallerLookups } from '../lookups/lookups';
import { LEASES_PER_TENANT, PAGE_LIMIT } from '../model/page';
import { GroupConnection, LeaseConnection, TenantConnection } from '../schema/connections';
import { GroupNode, LeaseNode, Node, TenantNode, Viewer } from '../schema/object-types';
import {
  ActiveArgs,
  LeaseMatchInput,
  PageArgs,
  type PageArguments,
  readGroups,
  readIds,
  readLeasesForTenant,
  readLeasesOfTenant,
  readTenantsByLease,
  TenantMatchInput,
} from './arguments';
import { shownLeases, shownNodes, shownRecords } from './selection';

/** The arguments of a connection that is not nested in records. */
const RootPageArgs = PageArgs(PAGE_LIMIT);
const TenantLeasesPageArgs = PageArgs(LEASES_PER_TENANT);

@Resolver()
export class LeaseResolver {
  @Query(() => LeaseConnection, { description: 'The leases of a tenant. If there are none, the connection is empty.' })
  // Parameter decorators run from the last to the first, so the schema has the arguments in the opposite order.
  async leasesForTenant(
    @Ctx('lookups') lookups: CallerLookups,
    @Args(() => RootPageArgs) args: PageArguments,
    @Args(() => ActiveArgs) activity: ActiveArgs,
    @Arg('tenant', () => TenantMatchInput, { description: 'The tenant.' }) tenant: TenantMatchInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    const leases = await lookups.leasesForTenant(readLeasesForTenant, { tenant, activity, args }, shownLeases(info));
    return new LeaseConnection(leases);
  }
}

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'The record with this id; null if the id is unknown or malformed, or if the caller may not see the record.',
  })
  async node(
    @Arg('id', () => ID, { description: 'The `id` of a record.' }) id: string,
    @Ctx('lookups') lookups: CallerLookups,
    @Info() info: GraphQLResolveInfo,
  ) {
    const [found] = await lookups.byId('node', readIds, [id], shownNodes(info));
    return found && nodeOf(found);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `The records with these ids, in the order of the ids; at most ${PAGE_LIMIT}.`,
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'The ids of records.' }) ids: string[],
    @Ctx('lookups') lookups: CallerLookups,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Node | null)[]> {
    const found = await lookups.byId('nodes', readIds, ids, shownNodes(info));
    return found.map((one) => one && nodeOf(one));
  }
}

function nodeOf({ kind, record }: FoundRecord): Node {
  if (kind === 'lease') return new LeaseNode(record);
  return kind === 'tenant' ? new TenantNode(record) : new GroupNode(record);
}

@Resolver(() => TenantNode)
export class TenantResolver {
  @Query(() => TenantConnection, { description: 'The tenants of the leases. Each tenant is returned once.' })
  async tenantsByLease(
    @Ctx('lookups') lookups: CallerLookups,
    @Args(() => RootPageArgs) args: PageArguments,
    @Arg('lease', () => LeaseMatchInput, { nullable: true, description: 'The leases; without it, all of them.' })
    lease: LeaseMatchInput | null | undefined,
    @Info() info: GraphQLResolveInfo,
  ) {
    const tenants = await lookups.tenantsByLease(readTenantsByLease, { lease, args }, shownRecords(info));
    return new TenantConnection(tenants);
  }

  @FieldResolver(() => LeaseConnection, { description: 'The leases of the tenant.' })
  async leases(
    @Root() tenant: TenantNode,
    @Args(() => TenantLeasesPageArgs) args: PageArguments,
    @Args(() => ActiveArgs) activity: ActiveArgs,
    @Ctx('lookups') lookups: CallerLookups,
    @Info() info: GraphQLResolveInfo,
  ) {
    const leases = await lookups.leasesOfTenant(
      tenant.record,
      readLeasesOfTenant,
      { activity, args },
      shownLeases(info),
    );
    return new LeaseConnection(leases);
  }
}

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { description: 'The caller, and the groups that the caller may see.' })
  viewer(@Ctx('lookups') { caller }: CallerLookups): Viewer {
    return { subject: caller.subject, tokenExpiresAt: caller.tokenExpiresAt?.toISOString() ?? null };
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may see every group, future ones included.' })
  allGroups(@Ctx('lookups') lookups: CallerLookups): Promise<boolean> {
    return lookups.seesAllGroups();
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups that the caller may see.' })
  async groups(
    @Args(() => RootPageArgs) args: PageArguments,
    @Ctx('lookups') lookups: CallerLookups,
    @Info() info: GraphQLResolveInfo,
  ) {
    const groups = await lookups.visibleGroups(readGroups, args, shownRecords(info));
    return new GroupConnection(groups);
  }
}
