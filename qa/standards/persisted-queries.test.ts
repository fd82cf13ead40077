/** Apollo’s own client, which sends the hash of a document first. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { insertHousehold } from '../../test/db/household';
import { signToken, TEST_SECRET } from '../../test/support/tokens';
import { serve } from '../../test/cli/leasegate';

// The program starts on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
});
afterAll(() => database.drop());

const env = () => ({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET });

/** Sends the same query 20 times, and prints what was sent and what came back. */
const SCRIPT = `
  import { createHash } from 'node:crypto';
  import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
  import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';

  const [uri] = process.argv.slice(2);
  const sent = [];
  const counting = async (address, options) => {
    const text = decodeURIComponent(String(address)) + (options.body ?? '');
    sent.push(text.includes('leasesForTenant') ? 'text' : 'hash');
    return fetch(address, options);
  };
  const query = gql\`query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }\`;
  const answers = [];
  for (let n = 0; n < 20; n += 1) {
    const link = new PersistedQueryLink({
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
    }).concat(new HttpLink({ uri, fetch: counting, headers: { Authorization: 'Bearer ' + process.env.TOKEN } }));
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query, variables: { tenant: { identifier: 'north-tenant' } } });
    answers.push(...data.leasesForTenant.nodes.map(({ identifier }) => identifier));
  }
  console.log(JSON.stringify({ sent, answers }));
`;

async function apolloClient(url: string): Promise<{ sent: string[]; answers: string[] }> {
  const args = ['--input-type=module', '-', `${url}/graphql`];
  const running = promisify(execFile)(process.execPath, args, {
    cwd: __dirname,
    env: { PATH: process.env.PATH, TOKEN: await signToken({ groups: ['north'] }) },
  });
  running.child.stdin?.end(SCRIPT);
  return JSON.parse((await running).stdout) as { sent: string[]; answers: string[] };
}

test('Apollo Client goes on with the text', async () => {
  const gateway = await serve(env());
  const { sent, answers } = await apolloClient(gateway.url);
  expect(await gateway.end()).toBe(0);
  expect(answers).toEqual(Array(20).fill('north-lease'));
  expect(sent).toEqual(Array(20).fill(['hash', 'text']).flat());
});
