/** Apollo’s own client, which sends the hash of a document first. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { insertHousehold } from '../../test/db/household';
import { startTestGateway } from '../../test/support/gateway';
import { signToken } from '../../test/support/tokens';

// The program starts on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
});
afterAll(() => database.drop());

/** Prints what is sent and what comes back. */
const SCRIPT = `
  import { createHash } from 'node:crypto';
  import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
  import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';

  const sent = [];
  const counting = async (address, options) => {
    const text = decodeURIComponent(String(address)) + (options.body ?? '');
    sent.push(text.includes('leasesForTenant') ? 'text' : 'hash');
    return fetch(address, options);
  };
  const headers = { Authorization: 'Bearer ' + process.env.TOKEN };
  const sha256 = (text) => createHash('sha256').update(text).digest('hex');
  const link = new PersistedQueryLink({ sha256 }).concat(new HttpLink({ uri: process.argv[2], fetch: counting, headers }));
  const query = gql\`query ($tenant: TenantMatch!) { leasesForTenant(tenant: $tenant) { nodes { identifier } } }\`;
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const { data } = await client.query({ query, variables: { tenant: { identifier: 'north-tenant' } } });
  console.log(JSON.stringify({ sent, answers: data.leasesForTenant.nodes }));
`;

test('Apollo Client goes on with the text', async () => {
  const gateway = await startTestGateway({ databaseUrl: database.url });
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-', `${gateway.url}/graphql`], {
    cwd: __dirname,
    env: { PATH: process.env.PATH, TOKEN: await signToken({ groups: ['north'] }) },
  });
  running.child.stdin?.end(SCRIPT);
  const printed = JSON.parse((await running).stdout) as object;
  await gateway.close();
  expect(printed).toEqual({
    sent: ['hash', 'text'],
    answers: [expect.objectContaining({ identifier: 'north-lease' })],
  });
});
