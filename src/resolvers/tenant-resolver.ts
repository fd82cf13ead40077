import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';

import { tenantsByLease } from '../lookups/tenants-by-lease';
import { LEASES_PER_TENANT, LEAST_OF_NESTED_PAGE, PAGE_LIMIT } from '../model/page';
import { LeaseConnection, TenantConnection } from '../schema/connections';
import { ActiveArgs, LeaseMatchInput, PageArgs, type PageArguments } from '../schema/inputs';
import { TenantNode } from '../schema/records';
import { askedParts } from './asked-parts';
import { readActive, readLeaseMatch, readPage } from './arguments';
import type { GraphQLContext } from './context';
import { countLeases, returnedByConnection } from './returned-records';

const TenantPageArgs = PageArgs(PAGE_LIMIT);
const TenantLeasesPageArgs = PageArgs(LEASES_PER_TENANT);

@Resolver(() => TenantNode)
export class TenantResolver {
  @Query(() => TenantConnection, { description: 'The tenants of the leases. Each tenant is returned once.' })
  async tenantsByLease(
    @Ctx() { session, budget, trail }: GraphQLContext,
    @Args(() => TenantPageArgs) args: PageArguments,
    @Arg('lease', () => LeaseMatchInput, { nullable: true, description: 'The leases; without it, all of them.' })
    lease: LeaseMatchInput | null | undefined,
    @Info() info: GraphQLResolveInfo,
  ) {
    const found = await trail.lookup(
      'tenantsByLease',
      () => ({ question: readLeaseMatch(lease), page: readPage('tenant', args) }),
      async ({ question, page }) => {
        const tenants = await tenantsByLease(session, question, page);
        budget.take(tenants.records.length * returnedByConnection(info).record);
        return tenants;
      },
    );
    return new TenantConnection(found);
  }

  @FieldResolver(() => LeaseConnection, { description: 'The leases of the tenant.' })
  async leases(
    @Root() tenant: TenantNode,
    @Args(() => TenantLeasesPageArgs) args: PageArguments,
    @Args(() => ActiveArgs) activity: ActiveArgs,
    @Ctx() { tenantLeases, budget, today, trail }: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    const returned = returnedByConnection(info);
    const parts = { ...askedParts(info), tenants: returned.tenant > 0 };
    const found = await trail.nested(
      'Tenant.leases',
      () => ({ question: { activeOn: readActive(activity, today) }, page: readPage('lease', args, LEASES_PER_TENANT) }),
      async ({ question, page }) => {
        // An empty page takes work too, so the least that a page counts is counted before it is read.
        budget.take(LEAST_OF_NESTED_PAGE);
        const leases = await tenantLeases.of(tenant.record, question.activeOn, page, parts);
        const count = countLeases(leases.records, returned);
        budget.take(Math.max(0, count - LEAST_OF_NESTED_PAGE));
        await budget.turn(Math.max(LEAST_OF_NESTED_PAGE, count));
        return leases;
      },
    );
    return new LeaseConnection(found);
  }
}
