/** Whatever one caller sends within its limits, the small lookups of another caller are answered. */

import { connect } from 'node:net';

import { databaseForAllTests } from '../support/database';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken, TEST_SECRET } from '../support/tokens';
import { serve, type Serving } from '../cli/leasegate';
import { LEASES, send } from './client';
import { rawPost } from './raw';

jest.setTimeout(60_000);

const database = databaseForAllTests();
let gateway: Serving;
let attacker: string;
let other: string;

beforeAll(async () => {
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'north'), 'north', 2_000);
  await database.db.updateTable('tenants').set({ phone_number: '+44 113 496 0999' }).execute();
  const env = { MCP: 'on', AUTH_JWT_AUDIENCE: 'leasegate', MAX_EVENT_LOOP_DELAY_MS: '2000' };
  gateway = await serve({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, ...env });
  attacker = await signToken({ subject: 'attacker', groups: '*' });
  other = await signToken({ subject: 'other', groups: ['north'] });
});

afterAll(() => gateway.end());

const one =
  'leasesForTenant(first: 1, tenant: { phoneNumber: "+44 113 496 0999" }) { totalCount nodes { identifier } }';
const query = (fields: readonly string[]) => JSON.stringify({ query: `{ ${fields.join(' ')} }` });
const rpc = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const clientInfo = { name: 'agent', version: '1' };

/** Sends `ahead` requests on each connection, and as many again whenever all are answered, until it is stopped. */
function attack(path: string, body: string, connections: number, ahead: number): () => void {
  const { hostname, port } = new URL(gateway.url);
  const request = rawPost(path, attacker, body);
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    let waiting = ahead;
    socket.write(request.repeat(ahead));
    socket.on('data', (answers) => {
      waiting -= answers.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (waiting > 0) return;
      waiting = ahead;
      socket.write(request.repeat(ahead));
    });
    return socket.on('error', () => undefined);
  });
  return () => sockets.forEach((socket) => socket.destroy());
}

test.each<[string, string, string, number, number]>([
  ['12 operations of 66 lookups', '/graphql', query(Array.from({ length: 66 }, (_, n) => `a${n}: ${one}`)), 12, 1],
  ['60 operations of one lookup', '/graphql', query([one]), 60, 1],
  ['4,000 lists of tools', '/mcp', rpc('tools/list'), 200, 20],
  [
    '4,000 first messages of agents',
    '/mcp',
    rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    200,
    20,
  ],
  ['documents of 900 unknown fields', '/graphql', query(Array.from({ length: 900 }, (_, n) => `f${n}`)), 200, 20],
])('%s', async (_title, path, body, connections, ahead) => {
  const stop = attack(path, body, connections, ahead);
  const statuses: number[] = [];
  for (let nth = 0; nth < 40; nth += 1)
    statuses.push((await send(gateway.url + LEASES, { token: other, body: { identifier: 'north-1' } })).status);
  stop();
  expect(statuses).toEqual(Array(40).fill(200));
});
