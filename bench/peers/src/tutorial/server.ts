/** The stack of the tutorials: Apollo Server, TypeGraphQL and TypeORM, with a DataLoader for each relation. */

import 'reflect-metadata';

import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { buildSchema } from 'type-graphql';
import { DataSource } from 'typeorm';

import { HOST, POOL_SIZE, readSettings } from '../settings';
import { type Context, contextOf } from './context';
import { Group, Lease, Tenant, Unit } from './entities';
import { LeaseResolver, TenantResolver } from './resolvers';

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
