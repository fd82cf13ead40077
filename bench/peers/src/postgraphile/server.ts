/** PostGraphile over row level security: the token's groups become settings of the transaction. */

import './node-20';

import { createServer, type IncomingMessage } from 'node:http';

import { verify } from 'jsonwebtoken';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

import { HOST, POOL_SIZE, readSettings } from '../settings';

/** Who may read what is granted to this role. */
const ROLE = 'leasegate_bench_visitor';

async function main(): Promise<void> {
  const { port, databaseUrl, secret } = readSettings(process.env);
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ connectionString: databaseUrl, schemas: ['public'], poolConfig: { max: POOL_SIZE } })],
    schema: { defaultBehavior: '-insert -update -delete' },
    grafserv: { graphiql: false, watch: false },
    grafast: {
      explain: false,
      context: ({ node }) => ({
        pgSettings: { role: ROLE, 'jwt.claims.groups': JSON.stringify(groupsOf(node?.req, secret)) },
      }),
    },
  });
  const serv = instance.createServ(grafserv);
  const server = createServer();
  server.once('error', (error) => {
    throw error;
  });
  await serv.addTo(server);
  server.listen(port, HOST, () => console.log('ready'));
  process.once('SIGTERM', () => process.exit(0));
}

function groupsOf(request: IncomingMessage | undefined, secret: string): string[] {
  const token = (request?.headers.authorization ?? '').replace(/^Bearer /i, '');
  try {
    const { groups } = verify(token, secret, { algorithms: ['HS256'] }) as { groups?: string[] };
    return groups ?? [];
  } catch {
    throw Object.assign(new Error('not authenticated'), { statusCode: 401 });
  }
}

void main();
