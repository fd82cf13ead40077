import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';

import { ServiceError } from '../errors';
import { recordsById } from '../lookups/records-by-id';
import { PAGE_LIMIT } from '../model/page';
import { Node } from '../schema/node';
import { decodeNodeId, type Kind } from '../schema/opaque-ids';
import { GroupNode, LeaseNode, TenantNode } from '../schema/records';
import { askedParts } from './asked-parts';
import type { GraphQLContext } from './context';
import { countLeases, returnedByNode } from './returned-records';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'The record with this id; null if the id is unknown or malformed, or if the caller may not see the record.',
  })
  async node(
    @Arg('id', () => ID, { description: 'The `id` of a record.' }) id: string,
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    const [node] = await nodesOf('node', [id], context, info);
    return node;
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `The records with these ids, in the order of the ids; at most ${PAGE_LIMIT}.`,
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'The ids of records.' }) ids: string[],
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Node | null)[]> {
    return nodesOf('nodes', ids, context, info);
  }
}

async function nodesOf(
  operation: 'node' | 'nodes',
  ids: readonly string[],
  context: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<(Node | null)[]> {
  const { nodes } = await context.trail.lookup(
    operation,
    () => ({ question: {}, wanted: readIds(ids) }),
    async ({ wanted }) => {
      const nodes = await findNodes(context, wanted, info);
      return { nodes, records: nodes.filter((node) => node !== null) };
    },
  );
  return nodes;
}

type NodeId = ReturnType<typeof decodeNodeId>;

/** @throws {ServiceError} `invalid_request` */
function readIds(ids: readonly string[]): NodeId[] {
  if (ids.length > PAGE_LIMIT) {
    throw new ServiceError('invalidRequest', { message: `\`ids\` must hold at most ${PAGE_LIMIT} ids.` });
  }
  return ids.map(decodeNodeId);
}

async function findNodes(
  { session, budget }: GraphQLContext,
  wanted: readonly NodeId[],
  info: GraphQLResolveInfo,
): Promise<(Node | null)[]> {
  const returned = returnedByNode(info);
  const parts = { ...askedParts(info), tenants: returned.tenant > 0 };
  const rowIds = (kind: Kind) => [...new Set(wanted.flatMap((id) => (id?.kind === kind ? [id.rowId] : [])))];
  const ids = { leases: rowIds('lease'), tenants: rowIds('tenant'), groups: rowIds('group') };
  const found = await recordsById(session, ids, parts);
  const nodes = wanted.map((id) => {
    const lease = id?.kind === 'lease' ? found.leases.get(id.rowId) : undefined;
    const tenant = id?.kind === 'tenant' ? found.tenants.get(id.rowId) : undefined;
    const group = id?.kind === 'group' ? found.groups.get(id.rowId) : undefined;
    if (lease) return new LeaseNode(lease);
    if (tenant) return new TenantNode(tenant);
    return group ? new GroupNode(group) : null;
  });
  const leases = nodes.flatMap((node) => (node instanceof LeaseNode ? [node.record] : []));
  const others = nodes.filter((node) => node !== null).length - leases.length;
  await budget.takeInTurn(countLeases(leases, returned) + others * returned.record);
  return nodes;
}
