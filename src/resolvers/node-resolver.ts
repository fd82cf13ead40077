import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';

import { ServiceError } from '../errors';
import type { RequestLookups } from '../lookups/lookups';
import type { FoundRecord, RecordId } from '../lookups/records-by-id';
import { PAGE_LIMIT } from '../model/page';
import { Node } from '../schema/node';
import { GroupNode, LeaseNode, TenantNode } from '../schema/object-types';
import { decodeNodeId } from '../schema/opaque-ids';
import { shownNodes } from './selection';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'The record with this id; null if the id is unknown or malformed, or if the caller may not see the record.',
  })
  async node(
    @Arg('id', () => ID, { description: 'The `id` of a record.' }) id: string,
    @Ctx('lookups') lookups: RequestLookups,
    @Info() info: GraphQLResolveInfo,
  ) {
    const [found] = await lookups.byId('node', () => readIds([id]), shownNodes(info));
    return found && nodeOf(found);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `The records with these ids, in the order of the ids; at most ${PAGE_LIMIT}.`,
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'The ids of records.' }) ids: string[],
    @Ctx('lookups') lookups: RequestLookups,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Node | null)[]> {
    const found = await lookups.byId('nodes', () => readIds(ids), shownNodes(info));
    return found.map((one) => one && nodeOf(one));
  }
}

/** @throws {ServiceError} `invalid_request` */
function readIds(ids: readonly string[]): (RecordId | undefined)[] {
  if (ids.length > PAGE_LIMIT) {
    throw new ServiceError('invalidRequest', { message: `\`ids\` must hold at most ${PAGE_LIMIT} ids.` });
  }
  return ids.map(decodeNodeId);
}

function nodeOf({ kind, record }: FoundRecord): Node {
  if (kind === 'lease') return new LeaseNode(record);
  return kind === 'tenant' ? new TenantNode(record) : new GroupNode(record);
}
