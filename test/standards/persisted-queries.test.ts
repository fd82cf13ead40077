/** Documents that are known by their hash, by Apollo’s own client, in a program of one process and of several. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertHousehold } from '../db/household';
import { signToken, TEST_SECRET } from '../support/tokens';
import { serve } from '../cli/leasegate';

// Several starts of the program a test, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
});
afterAll(() => database.drop());

const env = () => ({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET });

/** Sends the same query time and again, over one connection or each request over its own; says what was sent and what came back. */
const SCRIPT = `
  import { createHash } from 'node:crypto';
  import { Agent, request } from 'node:http';
  import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
  import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';

  const [uri, method, connections] = process.argv.slice(2);
  const agent = connections === 'one' ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
  const ask = (address, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const asking = request(address, { method, headers, agent }, async (answer) => {
        const text = (await answer.toArray()).join('');
        resolve(new Response(text, { status: answer.statusCode, headers: answer.headers }));
      });
      asking.on('error', reject).end(body);
    });
  const sent = [];
  const counting = async (address, options) => {
    const text = decodeURIComponent(String(address)) + (options.body ?? '');
    sent.push(text.includes('leasesForTenant') ? 'text' : 'hash');
    return ask(address, options);
  };
  const query = gql\`query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }\`;
  const answers = [];
  for (let n = 0; n < 20; n += 1) {
    const link = new PersistedQueryLink({
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      useGETForHashedQueries: method === 'GET',
    }).concat(new HttpLink({ uri, fetch: counting, headers: { Authorization: 'Bearer ' + process.env.TOKEN } }));
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query, variables: { tenant: { identifier: 'north-tenant' } } });
    answers.push(...data.leasesForTenant.nodes.map(({ identifier }) => identifier));
  }
  console.log(JSON.stringify({ sent, answers }));
  agent && agent.destroy();
`;

async function apolloClient(
  url: string,
  method: string,
  connections: 'one' | 'many' = 'one',
): Promise<{ sent: string[]; answers: string[] }> {
  const args = ['--input-type=module', '-', `${url}/graphql`, method, connections];
  const running = promisify(execFile)(process.execPath, args, {
    cwd: __dirname,
    env: { PATH: process.env.PATH, TOKEN: await signToken({ groups: ['north'] }) },
  });
  running.child.stdin?.end(SCRIPT);
  return JSON.parse((await running).stdout) as { sent: string[]; answers: string[] };
}

test.each(['GET', 'POST'])('Apollo Client has every answer from two processes (%s)', async (method) => {
  const gateway = await serve({ ...env(), WORKERS: '2', AUTOMATIC_PERSISTED_QUERIES: 'on' });
  const one = await apolloClient(gateway.url, method);
  const many = await apolloClient(gateway.url, method, 'many');
  expect(await gateway.end()).toBe(0);
  for (const { sent, answers } of [one, many]) {
    expect(answers).toEqual(Array(20).fill('north-lease'));
    expect(sent.filter((what) => what === 'hash')).toHaveLength(20);
  }
  // One connection leads to one process, which learns the text once. Over many, it may go to the other one each time.
  expect(one.sent.filter((what) => what === 'text')).toHaveLength(1);
});

test('where they are off, Apollo Client goes on with the text', async () => {
  const gateway = await serve(env());
  const { sent, answers } = await apolloClient(gateway.url, 'POST');
  expect(await gateway.end()).toBe(0);
  expect(answers).toEqual(Array(20).fill('north-lease'));
  expect(sent).toEqual(Array(20).fill(['hash', 'text']).flat());
});
