import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';

import { tenantsByLease } from '../lookups/tenants-by-lease';
import { PAGE_LIMIT } from '../model/page';
import { LeaseConnection, TenantConnection } from '../schema/connections';
import { ActiveArgs, LeaseMatchInput, PageArgs, type PageArguments } from '../schema/inputs';
import { TenantNode } from '../schema/tenant';
import { askedParts } from './asked-parts';
import { readActive, readLeaseMatch, readPage } from './arguments';
import type { GraphQLContext } from './context';

const LEASES_PER_TENANT = 10;

const TenantPageArgs = PageArgs(PAGE_LIMIT);
const TenantLeasesPageArgs = PageArgs(LEASES_PER_TENANT);

@Resolver(() => TenantNode)
export class TenantResolver {
  @Query(() => TenantConnection, { description: 'Which tenants have these leases? Each tenant comes once.' })
  async tenantsByLease(
    @Ctx() { session }: GraphQLContext,
    @Args(() => TenantPageArgs) args: PageArguments,
    @Arg('lease', () => LeaseMatchInput, { nullable: true, description: 'Which leases; all of them when absent.' })
    lease: LeaseMatchInput | null | undefined,
  ) {
    const question = readLeaseMatch(lease);
    return new TenantConnection(await tenantsByLease(session, question, readPage('tenant', args)));
  }

  @FieldResolver(() => LeaseConnection, { description: 'The leases of the tenant.' })
  async leases(
    @Root() tenant: TenantNode,
    @Args(() => TenantLeasesPageArgs) args: PageArguments,
    @Args(() => ActiveArgs) activity: ActiveArgs,
    @Ctx() { tenantLeases, today }: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = readPage('lease', args, LEASES_PER_TENANT);
    const activeOn = readActive(activity, today);
    return new LeaseConnection(await tenantLeases.of(tenant.record, activeOn, page, askedParts(info)));
  }
}
