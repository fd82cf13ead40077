import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Query, Resolver } from 'type-graphql';

import type { RequestLookups } from '../lookups/lookups';
import { PAGE_LIMIT } from '../model/page';
import { LeaseConnection } from '../schema/connections';
import { ActiveArgs, PageArgs, type PageArguments, TenantMatchInput } from '../schema/inputs';
import { readActive, readPage, readTenantMatch } from './arguments';
import { shownLeases } from './selection';

const LeasePageArgs = PageArgs(PAGE_LIMIT);

@Resolver()
export class LeaseResolver {
  @Query(() => LeaseConnection, { description: 'The leases of a tenant. If there are none, the connection is empty.' })
  // Parameter decorators run from the last to the first, so the schema has the arguments in the opposite order.
  async leasesForTenant(
    @Ctx('lookups') lookups: RequestLookups,
    @Args(() => LeasePageArgs) args: PageArguments,
    @Args(() => ActiveArgs) activity: ActiveArgs,
    @Arg('tenant', () => TenantMatchInput, { description: 'The tenant.' }) tenant: TenantMatchInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    const leases = await lookups.leasesForTenant(
      () => ({
        criteria: readTenantMatch(tenant, readActive(activity, lookups.today)),
        page: readPage('lease', args),
      }),
      shownLeases(info),
    );
    return new LeaseConnection(leases);
  }
}
