/** Each request of `examples/postman.json` can be sent. */

import { readText } from '../docs/repository';
import { json, send } from '../http/client';
import type { TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { exampleDatabase } from './example-world';

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: string;
    readonly auth?: { readonly type: string };
    readonly body?: {
      readonly raw?: string;
      readonly graphql?: { readonly query: string; readonly variables: string };
    };
  };
}

interface Collection {
  readonly auth: { readonly type: string; readonly bearer: readonly { readonly value: string }[] };
  readonly variable: readonly { readonly key: string }[];
  readonly item: readonly Item[];
}

const collection = JSON.parse(readText('examples/postman.json')) as Collection;
const requests = collection.item.flatMap((folder) =>
  (folder.item ?? []).map(({ name, request }) => [`${folder.name}: ${name}`, request!] as const),
);

let database: TestDatabase;
let gateway: TestGateway;
let values: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await exampleDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  values = { baseUrl: gateway.url, adminUrl: gateway.adminUrl, token: await signToken({ groups: ['acme'] }) };
});
afterAll(async () => {
  await gateway.close();
  await database.drop();
});

const filled = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);

test('the collection has these variables', () => {
  expect(collection.variable.map(({ key }) => key)).toEqual(Object.keys(values));
  expect([collection.auth.type, collection.auth.bearer[0]?.value]).toEqual(['bearer', '{{token}}']);
});

test.each(requests)('%s', async (_name, { method, url, auth, body }) => {
  const { graphql, raw } = body ?? {};
  const answer = await send(filled(url), {
    method,
    ...(auth?.type !== 'noauth' && { token: filled('{{token}}') }),
    ...(raw !== undefined && { body: raw }),
    ...(graphql !== undefined && { body: { ...graphql, variables: JSON.parse(graphql.variables) as unknown } }),
  });
  expect(answer.status).toBe(200);
  if (graphql === undefined) return;
  expect(json(answer)).not.toHaveProperty('errors');
  expect(answer.text).toMatch(/"identifier":"(?:lease-1|t-ada|acme)"/);
});
