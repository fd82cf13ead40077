import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';

import type { RequestLookups } from '../lookups/lookups';
import { LEASES_PER_TENANT, PAGE_LIMIT } from '../model/page';
import { LeaseConnection, TenantConnection } from '../schema/connections';
import { ActiveArgs, LeaseMatchInput, PageArgs, type PageArguments } from '../schema/inputs';
import { TenantNode } from '../schema/object-types';
import { readActive, readLeaseMatch, readPage } from './arguments';
import { shownLeases, shownRecords } from './selection';

const TenantPageArgs = PageArgs(PAGE_LIMIT);
const TenantLeasesPageArgs = PageArgs(LEASES_PER_TENANT);

@Resolver(() => TenantNode)
export class TenantResolver {
  @Query(() => TenantConnection, { description: 'The tenants of the leases. Each tenant is returned once.' })
  async tenantsByLease(
    @Ctx('lookups') lookups: RequestLookups,
    @Args(() => TenantPageArgs) args: PageArguments,
    @Arg('lease', () => LeaseMatchInput, { nullable: true, description: 'The leases; without it, all of them.' })
    lease: LeaseMatchInput | null | undefined,
    @Info() info: GraphQLResolveInfo,
  ) {
    const tenants = await lookups.tenantsByLease(
      () => ({ criteria: readLeaseMatch(lease), page: readPage('tenant', args) }),
      shownRecords(info),
    );
    return new TenantConnection(tenants);
  }

  @FieldResolver(() => LeaseConnection, { description: 'The leases of the tenant.' })
  async leases(
    @Root() tenant: TenantNode,
    @Args(() => TenantLeasesPageArgs) args: PageArguments,
    @Args(() => ActiveArgs) activity: ActiveArgs,
    @Ctx('lookups') lookups: RequestLookups,
    @Info() info: GraphQLResolveInfo,
  ) {
    const leases = await lookups.leasesOfTenant(
      tenant.record,
      () => ({
        criteria: { activeOn: readActive(activity, lookups.today) },
        page: readPage('lease', args, LEASES_PER_TENANT),
      }),
      shownLeases(info),
    );
    return new LeaseConnection(leases);
  }
}
