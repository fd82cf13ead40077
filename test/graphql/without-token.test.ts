/** The limits of a GraphQL request without a valid token (decision 44). */

import { gzipSync } from 'node:zlib';

import { getIntrospectionQuery } from 'graphql';

import { json, send } from '../http/client';
import { gatewayForAllTests } from '../support/gateway';

const times = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join(' ');

const shared = gatewayForAllTests();

async function responseTo(
  body: { readonly query: string },
  { authorization, gzip = false }: { authorization?: string; gzip?: boolean } = {},
) {
  const text = JSON.stringify(body);
  const answer = await send(`${shared.gateway.url}/graphql`, {
    headers: { ...(authorization && { authorization }), ...(gzip && { 'content-encoding': 'gzip' }) },
    body: gzip ? gzipSync(text) : text,
  });
  const { errors } = json(answer) as { errors?: { extensions: { code: string; type: string } }[] };
  return [answer.status, errors?.[0]?.extensions.type, errors?.[0]?.extensions.code];
}

const MISSING = [401, 'missing_authorization', 'UNAUTHENTICATED'];
const INVALID = [401, 'invalid_authorization', 'UNAUTHENTICATED'];
const ANSWERED = [200, undefined, undefined];

/** A body of this many bytes. */
const bodyOf = (bytes: number) => {
  const rest = JSON.stringify({ query: '{__typename}#' }).length;
  return { query: `{__typename}#${'x'.repeat(bytes - rest)}` };
};

/** An invalid document with 599 tokens after those given. */
const behind = (begin: string) => ({ query: `${begin} { viewer { ${times(297, () => 'a b')} } }` });

it.each([
  ['plain', false],
  ['compressed', true],
])('a body, %s, has at most 8 kB', async (_name, gzip) => {
  expect(await responseTo(bodyOf(8192), { gzip })).toEqual(ANSWERED);
  expect(await responseTo(bodyOf(8193), { gzip })).toEqual(MISSING);
  expect(await responseTo(bodyOf(8193), { gzip, authorization: 'Bearer e30.e30.e30' })).toEqual(INVALID);
  expect(await responseTo(bodyOf(8193), { gzip, authorization: `Bearer ${shared.token}` })).toEqual(ANSWERED);
});

it('a document has at most 600 tokens, and a longer one is not validated', async () => {
  const refused = [200, 'invalid_request', 'GRAPHQL_VALIDATION_FAILED'];
  expect(await responseTo(behind('query'))).toEqual(refused);
  expect(await responseTo(behind('query A'))).toEqual(MISSING);
  expect(await responseTo(behind('query A'), { authorization: `Bearer ${shared.token}` })).toEqual(refused);
});

it('introspection costs at most 3,000', async () => {
  const types = (count: number, below: string) => ({
    query: `{ __schema { ${times(count, () => `types { ${below} }`)} } }`,
  });
  expect(await responseTo({ query: getIntrospectionQuery() })).toEqual(ANSWERED);
  expect(await responseTo(types(27, 'fields { name }'))).toEqual(ANSWERED);
  expect(await responseTo(types(28, 'fields { name }'))).toEqual(MISSING);
  expect(await responseTo(types(28, 'fields { name }'), { authorization: `Bearer ${shared.token}` })).toEqual(ANSWERED);
});

it('limits are checked before the token, whatever the length', async () => {
  const query = `{ ${times(700, () => '__typename')} ${'a { '.repeat(21)} b ${'}'.repeat(21)} }`;
  expect(await responseTo({ query })).toEqual([200, 'invalid_request', 'MAX_DEPTH_LIMIT']);
});
