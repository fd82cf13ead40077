import type { IncomingMessage } from 'node:http';

import DataLoader from 'dataloader';
import { GraphQLError } from 'graphql';
import { verify } from 'jsonwebtoken';
import { type DataSource, In } from 'typeorm';

import { Group, Lease, type Tenant, Unit } from './entities';

export interface Context {
  readonly database: DataSource;
  /** The row ids of the groups that the caller sees. */
  readonly groupIds: readonly string[];
  readonly units: DataLoader<string, Unit | null>;
  /** By the row id of a lease. */
  readonly tenants: DataLoader<string, Tenant[]>;
}

/** For each request: who asks, and loaders that batch. */
export async function contextOf(request: IncomingMessage, database: DataSource, secret: string): Promise<Context> {
  const groups = await database.getRepository(Group).findBy({
    identifierKey: In(groupsOf(request, secret).map((identifier) => Buffer.from(identifier))),
  });
  return {
    database,
    groupIds: groups.map(({ id }) => id),
    units: unitLoader(database),
    tenants: tenantLoader(database),
  };
}

function groupsOf({ headers }: IncomingMessage, secret: string): string[] {
  try {
    const claims = verify((headers.authorization ?? '').replace(/^Bearer /i, ''), secret, { algorithms: ['HS256'] });
    const { groups } = claims as { groups?: string[] };
    return groups ?? [];
  } catch {
    throw new GraphQLError('not authenticated', { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } });
  }
}

const unitLoader = (database: DataSource) =>
  new DataLoader<string, Unit | null>(async (ids) => {
    const units = await database.getRepository(Unit).findBy({ id: In(ids) });
    const byId = new Map(units.map((unit) => [unit.id, unit]));
    return ids.map((id) => byId.get(id) ?? null);
  });

const tenantLoader = (database: DataSource) =>
  new DataLoader<string, Tenant[]>(async (ids) => {
    const leases = await database.getRepository(Lease).find({
      select: { id: true },
      where: { id: In(ids) },
      relations: { tenants: { group: true } },
    });
    const byLease = new Map(leases.map(({ id, tenants }) => [id, tenants]));
    return ids.map((id) => byLease.get(id) ?? []);
  });
