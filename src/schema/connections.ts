/** Relay connections: one definition for every kind of record. */

import { type ClassType, Field, Int, ObjectType, registerEnumType } from 'type-graphql';

import { COUNT_LIMIT, COUNT_PROBLEMS, type CountProblem, type Page, type RowId } from '../model/page';
import type { Group, Lease, Tenant } from '../model/records';
import { GroupNode, lazyField, LeaseNode, TenantNode } from './object-types';
import { type Kind, encodeCursor } from './opaque-ids';

@ObjectType('PageInfo', { simpleResolvers: true, description: 'Where a page begins and ends.' })
export class PageInfo {
  @Field(() => String, { nullable: true, description: 'Cursor of the first edge; null if the page is empty.' })
  readonly startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge; null if the page is empty.' })
  readonly endCursor: string | null;

  constructor(
    private readonly page: Page<{ rowId: RowId }>,
    kind: Kind,
  ) {
    const [first, last] = [page.records.at(0), page.records.at(-1)];
    this.startCursor = first === undefined ? null : encodeCursor(kind, first.rowId);
    this.endCursor = last === undefined ? null : encodeCursor(kind, last.rowId);
  }

  @Field(() => Boolean, { description: 'Whether there are edges after this page.' })
  hasNextPage(): Promise<boolean> {
    return this.page.hasNextPage();
  }

  @Field(() => Boolean, { description: 'Whether there are edges before this page.' })
  hasPreviousPage(): Promise<boolean> {
    return this.page.hasPreviousPage();
  }
}

/** The start of the gateway is shorter without `Intl`. */
const LIMIT = `${COUNT_LIMIT / 1000},000`;

registerEnumType(COUNT_PROBLEMS, {
  name: 'TotalCountProblem',
  description: 'Why there is no total count.',
  valuesConfig: {
    TOO_MANY_RECORDS: { description: `There are more than ${LIMIT}.` },
    TOO_MANY_ROWS: { description: 'Counting would read too many rows that the caller may see.' },
  },
});

function connectionOf<Record extends { rowId: RowId }, NodeOf extends object>(
  kind: Kind,
  NodeType: ClassType<NodeOf> & (new (record: Record) => NodeOf),
) {
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `A ${kind} in a connection.` })
  class Edge {
    @Field(() => String, { description: 'Opaque. Pass it as `after` or `before`, which exclude this edge.' })
    readonly cursor!: string;

    @Field(() => NodeType, { description: `The ${kind}.` })
    readonly node: NodeOf;

    constructor(
      readonly rowId: RowId,
      node: NodeOf,
    ) {
      this.node = node;
    }
  }
  lazyField(Edge, 'cursor', ({ rowId }) => encodeCursor(kind, rowId));

  @ObjectType(`${name}Connection`, {
    simpleResolvers: true,
    description: `A page of ${kind}s in a stable order.`,
  })
  class Connection {
    @Field(() => [Edge], { description: `The ${kind}s of this page, with their cursors.` })
    readonly edges!: readonly Edge[];

    @Field(() => [NodeType], { description: `The ${kind}s of this page.` })
    readonly nodes: readonly NodeOf[];

    @Field(() => PageInfo, { description: 'Where this page begins and ends.' })
    readonly pageInfo!: PageInfo;

    constructor(readonly page: Page<Record>) {
      this.nodes = page.records.map((record) => new NodeType(record));
    }

    @Field(() => Int, {
      nullable: true,
      description: `The number of ${kind}s on all pages. They are counted only if this field is selected. Null if there are more than ${LIMIT}, or if counting would read too many rows that the caller may see.`,
    })
    async totalCount(): Promise<number | null> {
      const counted = await this.page.count();
      return typeof counted === 'number' ? counted : null;
    }

    @Field(() => COUNT_PROBLEMS, {
      nullable: true,
      description: 'Why `totalCount` is null; null if it is a number. It costs as much as `totalCount`.',
    })
    async totalCountProblem(): Promise<CountProblem | null> {
      const counted = await this.page.count();
      return typeof counted === 'number' ? null : counted;
    }
  }
  lazyField(Connection, 'edges', ({ page, nodes }) =>
    nodes.map((node, index) => new Edge(page.records[index]!.rowId, node)),
  );
  lazyField(Connection, 'pageInfo', ({ page }) => new PageInfo(page, kind));

  return Connection;
}

export const LeaseConnection = connectionOf<Lease, LeaseNode>('lease', LeaseNode);
export const TenantConnection = connectionOf<Tenant, TenantNode>('tenant', TenantNode);
export const GroupConnection = connectionOf<Group, GroupNode>('group', GroupNode);
