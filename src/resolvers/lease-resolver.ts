import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Query, Resolver } from 'type-graphql';

import { PAGE_LIMIT } from '../model/page';
import { LeaseConnection } from '../schema/connections';
import { ActiveArgs, PageArgs, type PageArguments, TenantMatchInput } from '../schema/inputs';
import { askedParts } from './asked-parts';
import { readActive, readPage, readTenantMatch } from './arguments';
import type { GraphQLContext } from './context';
import { countLeases, returnedByConnection } from './returned-records';

const LeasePageArgs = PageArgs(PAGE_LIMIT);

@Resolver()
export class LeaseResolver {
  @Query(() => LeaseConnection, { description: 'The leases of a tenant. If there are none, the connection is empty.' })
  // Arguments come in the schema in the opposite order of these parameters: decorators run from the last to the first.
  async leasesForTenant(
    @Ctx() { lookups }: GraphQLContext,
    @Args(() => LeasePageArgs) args: PageArguments,
    @Args(() => ActiveArgs) activity: ActiveArgs,
    @Arg('tenant', () => TenantMatchInput, { description: 'The tenant.' }) tenant: TenantMatchInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    const returned = returnedByConnection(info);
    const parts = { ...askedParts(info), tenants: returned.tenant > 0 };
    const leases = await lookups.leasesForTenant(
      () => ({
        criteria: readTenantMatch(tenant, readActive(activity, lookups.today)),
        page: readPage('lease', args),
      }),
      { parts, count: (leases) => countLeases(leases, returned) },
    );
    return new LeaseConnection(leases);
  }
}
