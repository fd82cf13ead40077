/** Prisma by its driver adapter, Pothos with its Prisma and Relay plugins, GraphQL Yoga. */

import { createServer } from 'node:http';

import { createInlineSigningKeyProvider, extractFromHeader, useJWT } from '@graphql-yoga/plugin-jwt';
import { PrismaMariaDb } from '@prisma/adapter-mariadb';
import { createYoga, type Plugin } from 'graphql-yoga';

import { HOST, POOL_SIZE, readSettings } from '../settings';
import { createBuilder } from './builder';
import { PrismaClient } from './generated/client/client';
import { addQueries } from './queries';
import { addTypes } from './types';

interface Caller {
  readonly jwt?: { readonly payload: { readonly groups?: string[] } };
  readonly groupIds?: readonly bigint[];
}

function main(): void {
  const { port, databaseUrl, secret } = readSettings(process.env);
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const adapter = new PrismaMariaDb({
    host: hostname,
    port: Number(databasePort),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    connectionLimit: POOL_SIZE,
  });
  const client = new PrismaClient({ adapter });
  const builder = createBuilder(client);
  addQueries(builder, client, addTypes(builder));

  const yoga = createYoga({
    schema: builder.toSchema(),
    logging: 'warn',
    plugins: [
      useJWT({
        signingKeyProviders: [createInlineSigningKeyProvider(secret)],
        tokenLookupLocations: [extractFromHeader({ name: 'authorization', prefix: 'Bearer' })],
        tokenVerification: { algorithms: ['HS256'] },
      }),
      groupsOfCaller(client),
    ],
  });
  createServer((request, response) => void yoga(request, response)).listen(port, HOST, () => console.log('ready'));
  process.once('SIGTERM', () => process.exit(0));
}

/** Turns the groups that the token names into row ids, once per request. */
const groupsOfCaller = (client: PrismaClient): Plugin<Caller> => ({
  async onContextBuilding({ context, extendContext }) {
    const groups = context.jwt?.payload.groups ?? [];
    const rows = await client.group.findMany({
      select: { id: true },
      where: { identifierKey: { in: groups.map((identifier) => Buffer.from(identifier)) } },
    });
    extendContext({ groupIds: rows.map(({ id }) => id) });
  },
});

main();
