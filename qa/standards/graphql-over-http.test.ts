/** GraphQL over HTTP, by the audit of its reference implementation. It sends only headers that the specification names. */

import { serverAudits } from 'graphql-http';

import { everyGroup } from '../../test/http/client';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { startTestGateway } from '../../test/support/gateway';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const CALLERS: [string, () => Promise<Record<string, string>>][] = [
  ['without a token', async () => ({})],
  ['with a token', async () => ({ authorization: `Bearer ${await everyGroup()}` })],
];

describe.each(['on', 'off'])('EXPLORER=%s', (EXPLORER) => {
  test.each(CALLERS)('%s, every MUST, SHOULD and MAY of GraphQL over HTTP holds', async (_, addedHeaders) => {
    const gateway = await startTestGateway({ databaseUrl: database.url, env: { EXPLORER } });
    try {
      const added = await addedHeaders();
      const audits = serverAudits({
        url: `${gateway.url}/graphql`,
        fetchFn: (url: string, { headers, ...init }: RequestInit = {}) =>
          fetch(url, { ...init, headers: { ...(headers as Record<string, string>), ...added } }),
      });
      const results = await Promise.all(audits.map((audit) => audit.fn()));
      const others = results.filter(({ status }) => status !== 'ok');
      expect(others.map(({ id, name, status }) => ({ id, name, status }))).toEqual([]);
      expect(results).toHaveLength(61);
    } finally {
      await gateway.close();
    }
  });
});
