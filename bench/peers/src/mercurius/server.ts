/** Fastify and Mercurius with its JIT, hand-written SQL over mysql2, and a loader for each relation. */

import jwt from '@fastify/jwt';
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { createPool } from 'mysql2/promise';

import { HOST, POOL_SIZE, readSettings } from '../settings';
import { groupsOf } from './queries';
import { loaders, resolvers } from './resolvers';
import { schema } from './schema';

async function main(): Promise<void> {
  const { port, databaseUrl, secret } = readSettings(process.env);
  const pool = createPool({
    uri: databaseUrl,
    charset: 'utf8mb4_bin',
    connectionLimit: POOL_SIZE,
    dateStrings: true,
    decimalNumbers: true,
  });
  const app = Fastify();
  await app.register(jwt, { secret, verify: { algorithms: ['HS256'] } });
  app.addHook('onRequest', async (request) => {
    await request.jwtVerify();
  });
  await app.register(mercurius, {
    schema,
    resolvers: resolvers(pool),
    loaders: loaders(pool),
    jit: 1,
    context: async (request) => {
      const { groups = [] } = request.user as { groups?: string[] };
      const keys = groups.map((identifier) => Buffer.from(identifier));
      return { groupIds: (await groupsOf(pool, 'identifier_key', keys)).map(({ id }) => id) };
    },
  });
  await app.listen({ host: HOST, port });
  console.log('ready');
  process.once('SIGTERM', () => process.exit(0));
}

void main();
