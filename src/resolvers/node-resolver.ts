import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';

import { ServiceError } from '../errors';
import { recordsById } from '../lookups/records-by-id';
import type { Session } from '../lookups/session';
import { PAGE_LIMIT } from '../model/page';
import { GroupNode } from '../schema/group';
import { LeaseNode } from '../schema/lease';
import { Node } from '../schema/node';
import { decodeNodeId, type Kind } from '../schema/opaque';
import { TenantNode } from '../schema/tenant';
import type { GraphQLContext } from './context';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'The record with this id; null when it is unknown, malformed or not visible to the caller.',
  })
  async node(
    @Arg('id', () => ID, { description: 'An `id` that a record carried.' }) id: string,
    @Ctx() context: GraphQLContext,
  ) {
    const [node] = await nodesOf('node', [id], context);
    return node;
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `The records with these ids, at most ${PAGE_LIMIT}, in their order.`,
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'Ids that records carried.' }) ids: string[],
    @Ctx() context: GraphQLContext,
  ): Promise<(Node | null)[]> {
    return nodesOf('nodes', ids, context);
  }
}

async function nodesOf(
  operation: 'node' | 'nodes',
  ids: readonly string[],
  { session, trail }: GraphQLContext,
): Promise<(Node | null)[]> {
  const { nodes } = await trail.lookup(
    operation,
    () => ({ question: {}, wanted: readIds(ids) }),
    async ({ wanted }) => {
      const nodes = await findNodes(session, wanted);
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

async function findNodes(session: Session, wanted: readonly NodeId[]): Promise<(Node | null)[]> {
  const rowIds = (kind: Kind) => [...new Set(wanted.flatMap((id) => (id?.kind === kind ? [id.rowId] : [])))];
  const found = await recordsById(session, {
    leases: rowIds('lease'),
    tenants: rowIds('tenant'),
    groups: rowIds('group'),
  });
  return wanted.map((id) => {
    const lease = id?.kind === 'lease' ? found.leases.get(id.rowId) : undefined;
    const tenant = id?.kind === 'tenant' ? found.tenants.get(id.rowId) : undefined;
    const group = id?.kind === 'group' ? found.groups.get(id.rowId) : undefined;
    if (lease) return new LeaseNode(lease);
    if (tenant) return new TenantNode(tenant);
    return group ? new GroupNode(group) : null;
  });
}
