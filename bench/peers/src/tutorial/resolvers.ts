import { Arg, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { In, MoreThan, MoreThanOrEqual } from 'typeorm';

import { pageOf, sizeOf } from '../settings';
import { Address, Lease, Tenant, type Unit } from './entities';
import type { Context } from './server';

const OrNull = () => Field(() => String, { nullable: true });

@InputType()
class TenantMatch {
  @OrNull() identifier?: string;
  @OrNull() emailAddress?: string;
}

@InputType()
class LeaseMatch {
  @OrNull() minMoveInDate?: string;
}

@ObjectType()
class PageInfo {
  @Field(() => Boolean) hasNextPage: boolean;
  @OrNull() endCursor: string | null;
}

@ObjectType()
class LeaseConnection {
  @Field(() => [Lease]) nodes: Lease[];
  @Field(() => PageInfo) pageInfo: PageInfo;
}

@ObjectType()
class TenantConnection {
  @Field(() => [Tenant]) nodes: Tenant[];
  @Field(() => PageInfo) pageInfo: PageInfo;
}

@Resolver(() => Lease)
export class LeaseResolver {
  @Query(() => LeaseConnection)
  async leasesForTenant(
    @Ctx() { database, groupIds }: Context,
    @Arg('tenant', () => TenantMatch) { identifier, emailAddress }: TenantMatch,
    @Arg('first', () => Int, { nullable: true }) first?: number,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ): Promise<LeaseConnection> {
    const size = sizeOf(first);
    const leases = await database.getRepository(Lease).find({
      where: {
        ...(after !== undefined && { id: MoreThan(after) }),
        tenants: {
          groupId: In([...groupIds]),
          ...(identifier !== undefined && { identifierKey: Buffer.from(identifier) }),
          ...(emailAddress !== undefined && { emailKey: emailAddress.trim().toLowerCase() }),
        },
      },
      order: { id: 'ASC' },
      take: size + 1,
    });
    return pageOf(leases, size);
  }

  @FieldResolver(() => String, { nullable: true })
  async unitId(@Root() lease: Lease, @Ctx() context: Context): Promise<string | null> {
    return (await unitOf(lease, context))?.identifier ?? null;
  }

  @FieldResolver(() => String, { nullable: true })
  async unitExternalRef(@Root() lease: Lease, @Ctx() context: Context): Promise<string | null> {
    return (await unitOf(lease, context))?.externalRef ?? null;
  }

  @FieldResolver(() => String, { nullable: true })
  async unitNumber(@Root() lease: Lease, @Ctx() context: Context): Promise<string | null> {
    return (await unitOf(lease, context))?.unitNumber ?? null;
  }

  @FieldResolver(() => Address, { nullable: true })
  async address(@Root() lease: Lease, @Ctx() context: Context): Promise<Address | null> {
    return (await unitOf(lease, context))?.address ?? null;
  }

  @FieldResolver(() => [Tenant])
  tenants(@Root() { id }: Lease, @Ctx() { tenants }: Context): Promise<Tenant[]> {
    return tenants.load(id);
  }
}

@Resolver(() => Tenant)
export class TenantResolver {
  @Query(() => TenantConnection)
  async tenantsByLease(
    @Ctx() { database, groupIds }: Context,
    @Arg('lease', () => LeaseMatch, { nullable: true }) lease?: LeaseMatch,
    @Arg('first', () => Int, { nullable: true }) first?: number,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ): Promise<TenantConnection> {
    const size = sizeOf(first);
    const tenants = await database.getRepository(Tenant).find({
      where: {
        ...(after !== undefined && { id: MoreThan(after) }),
        groupId: In([...groupIds]),
        leases: lease?.minMoveInDate === undefined ? {} : { moveInDate: MoreThanOrEqual(lease.minMoveInDate) },
      },
      order: { id: 'ASC' },
      take: size + 1,
    });
    return pageOf(tenants, size);
  }
}

async function unitOf({ unitKey }: Lease, { units }: Context): Promise<Unit | null> {
  return unitKey === null ? null : units.load(unitKey);
}
