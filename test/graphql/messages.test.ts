/** What the message of a refused request says, and never repeats. */

import { startTestGateway, type TestGateway } from '../support/gateway';
import { graphqlClient } from '../support/graphql-client';
import { signToken } from '../support/tokens';

let gateway: TestGateway;
let client: ReturnType<typeof graphqlClient>;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
  client = graphqlClient(gateway.url, await signToken({ groups: [] }));
});

afterAll(() => gateway.close());

it('names a refused variable, the path within it and the expected type, and never repeats its value', async () => {
  const query =
    'query ($m: LeaseMatch, $d: [ID!]!) { tenantsByLease(lease: $m) { nodes { id } } nodes(ids: $d) { id } }';
  const variables = {
    m: { identifier: ['secret-1'], address: { city: { secret: 2 } }, minMoveInDate: 'secret-3' },
    d: [[3]],
  };
  const { errors } = await client.send({ query, variables });
  expect(errors?.map(({ message }) => message)).toEqual([
    'The variable `$m.identifier` must be of the type String.',
    'The variable `$m.minMoveInDate` must be of the type LocalDate: a valid date, YYYY-MM-DD.',
    'The variable `$m.address.city` must be of the type String.',
    'The variable `$d[0]` must be of the type ID.',
  ]);
  expect(JSON.stringify(errors)).not.toContain('secret');
});
