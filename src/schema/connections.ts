/** Relay connections over the pages of the lookups: one definition for every kind of record. */

import { type ClassType, Field, Int, ObjectType } from 'type-graphql';

import { COUNT_LIMIT, type Page, type RowId } from '../model/page';
import type { Group, Lease, Tenant } from '../model/records';
import { GroupNode } from './group';
import { LeaseNode } from './lease';
import { encodeCursor, type Kind } from './opaque';
import { TenantNode } from './tenant';

@ObjectType('PageInfo', { simpleResolvers: true, description: 'What lies around a page.' })
export class PageInfo {
  @Field(() => String, { nullable: true, description: 'Cursor of the first edge; null when the page is empty.' })
  readonly startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last edge; null when the page is empty.' })
  readonly endCursor: string | null;

  constructor(
    private readonly page: Page<unknown>,
    cursors: readonly string[],
  ) {
    this.startCursor = cursors.at(0) ?? null;
    this.endCursor = cursors.at(-1) ?? null;
  }

  @Field(() => Boolean, { description: 'Whether edges follow after this page.' })
  hasNextPage(): Promise<boolean> {
    return this.page.hasNextPage();
  }

  @Field(() => Boolean, { description: 'Whether edges come before this page.' })
  hasPreviousPage(): Promise<boolean> {
    return this.page.hasPreviousPage();
  }
}

function connectionOf<Record extends { rowId: RowId }, NodeOf extends object>(
  kind: Kind,
  NodeType: ClassType<NodeOf> & (new (record: Record) => NodeOf),
) {
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `A ${kind} in a connection.` })
  class Edge {
    @Field(() => String, { description: 'Opaque and exclusive: pass it as `after` or `before`.' })
    readonly cursor: string;

    @Field(() => NodeType, { description: `The ${kind}.` })
    readonly node: NodeOf;

    constructor(record: Record) {
      this.cursor = encodeCursor(kind, record.rowId);
      this.node = new NodeType(record);
    }
  }

  @ObjectType(`${name}Connection`, {
    simpleResolvers: true,
    description: `A page of ${kind}s, in an order that never changes.`,
  })
  class Connection {
    @Field(() => [Edge], { description: `The ${kind}s of this page with their cursors.` })
    readonly edges: readonly Edge[];

    @Field(() => [NodeType], { description: `The ${kind}s of this page.` })
    readonly nodes: readonly NodeOf[];

    @Field(() => PageInfo, { description: 'What lies around this page.' })
    readonly pageInfo: PageInfo;

    constructor(private readonly page: Page<Record>) {
      this.edges = page.records.map((record) => new Edge(record));
      this.nodes = this.edges.map(({ node }) => node);
      this.pageInfo = new PageInfo(
        page,
        this.edges.map(({ cursor }) => cursor),
      );
    }

    @Field(() => Int, {
      nullable: true,
      description: `All ${kind}s of the connection, whatever the page; counted only when asked for, and null above ${COUNT_LIMIT.toLocaleString('en')}.`,
    })
    totalCount(): Promise<number | null> {
      return this.page.totalCount();
    }
  }

  return Connection;
}

export const LeaseConnection = connectionOf<Lease, LeaseNode>('lease', LeaseNode);
export const TenantConnection = connectionOf<Tenant, TenantNode>('tenant', TenantNode);
export const GroupConnection = connectionOf<Group, GroupNode>('group', GroupNode);
