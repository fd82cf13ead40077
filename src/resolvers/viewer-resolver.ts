import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Query, Resolver } from 'type-graphql';

import type { RequestLookups } from '../lookups/lookups';
import { PAGE_LIMIT } from '../model/page';
import { GroupConnection } from '../schema/connections';
import { PageArgs, type PageArguments } from '../schema/inputs';
import { Viewer } from '../schema/object-types';
import { readPage } from './arguments';
import { shownRecords } from './selection';

const GroupPageArgs = PageArgs(PAGE_LIMIT);

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { description: 'The caller, and the groups that the caller may see.' })
  viewer(@Ctx('lookups') { caller }: RequestLookups): Viewer {
    return { subject: caller.subject, tokenExpiresAt: caller.tokenExpiresAt?.toISOString() ?? null };
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may see every group, future ones included.' })
  allGroups(@Ctx('lookups') lookups: RequestLookups): Promise<boolean> {
    return lookups.seesAllGroups();
  }

  @FieldResolver(() => GroupConnection, { description: 'The groups that the caller may see.' })
  async groups(
    @Args(() => GroupPageArgs) args: PageArguments,
    @Ctx('lookups') lookups: RequestLookups,
    @Info() info: GraphQLResolveInfo,
  ) {
    const groups = await lookups.visibleGroups(() => ({ page: readPage('group', args) }), shownRecords(info));
    return new GroupConnection(groups);
  }
}
