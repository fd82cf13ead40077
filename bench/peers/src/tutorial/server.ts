/** The stack of the tutorials: Apollo Server, TypeGraphQL and TypeORM, with a DataLoader for each relation. */

import 'reflect-metadata';

import type { IncomingMessage } from 'node:http';

import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import DataLoader from 'dataloader';
import { GraphQLError } from 'graphql';
import { verify } from 'jsonwebtoken';
import { buildSchema } from 'type-graphql';
import { DataSource, In } from 'typeorm';

import { HOST, POOL_SIZE, readSettings } from '../settings';
import { Group, Lease, Tenant, Unit } from './entities';
import { LeaseResolver, TenantResolver } from './resolvers';

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

async function main(): Promise<void> {
  const { port, databaseUrl, secret } = readSettings(process.env);
  const database = new DataSource({
    type: 'mysql',
    url: databaseUrl,
    poolSize: POOL_SIZE,
    entities: [Group, Unit, Tenant, Lease],
  });
  await database.initialize();
  const schema = await buildSchema({ resolvers: [LeaseResolver, TenantResolver] });
  const server = new ApolloServer<Context>({ schema });
  await startStandaloneServer(server, {
    listen: { host: HOST, port },
    context: ({ req }) => contextOf(req, database, secret),
  });
  console.log('ready');
  process.once('SIGTERM', () => process.exit(0));
}

void main();
