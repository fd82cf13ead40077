import { Field, InputType, ObjectType } from 'type-graphql';

import { PAGE_LIMIT } from '../settings';
import { Lease, Tenant } from './entities';

@InputType()
export class TenantMatch {
  @Field(() => String, { nullable: true })
  identifier?: string;

  @Field(() => String, { nullable: true })
  emailAddress?: string;
}

@InputType()
export class LeaseMatch {
  @Field(() => String, { nullable: true })
  minMoveInDate?: string;
}

@ObjectType()
export class PageInfo {
  @Field(() => Boolean)
  hasNextPage: boolean;

  @Field(() => String, { nullable: true })
  endCursor: string | null;
}

@ObjectType()
export class LeaseConnection {
  @Field(() => [Lease])
  nodes: Lease[];

  @Field(() => PageInfo)
  pageInfo: PageInfo;
}

@ObjectType()
export class TenantConnection {
  @Field(() => [Tenant])
  nodes: Tenant[];

  @Field(() => PageInfo)
  pageInfo: PageInfo;
}

export const sizeOf = (first: number | undefined): number => Math.min(first ?? PAGE_LIMIT, PAGE_LIMIT);

/** A page of `size`, of rows that are one more when others follow. */
export function pageOf<Row extends { id: string }>(rows: Row[], size: number): { nodes: Row[]; pageInfo: PageInfo } {
  const nodes = rows.slice(0, size);
  return { nodes, pageInfo: { hasNextPage: rows.length > size, endCursor: nodes.at(-1)?.id ?? null } };
}
