/** The lists of the client match the catalogue and the other errors of a gateway. */

import { join } from 'node:path';

import { createClient, ERROR_CODES, ERROR_TYPES, type ErrorCode } from '../../client/index';
import { CATALOGUE } from '../../src/errors';
import { gatewayForAllTests } from '../support/gateway';
import { signToken } from '../support/tokens';

const sorted = (words: Iterable<string>) => [...new Set(words)].toSorted();

/** Operations that GraphQL refuses, by a code that is not in the catalogue. */
const REFUSED: readonly (readonly [ErrorCode, string, Record<string, unknown>])[] = [
  ['GRAPHQL_PARSE_FAILED', '{', {}],
  ['GRAPHQL_VALIDATION_FAILED', '{ nothing }', {}],
  ['MAX_TOKENS_LIMIT', `{ ${'viewer { subject } '.repeat(600)} }`, {}],
  ['MAX_DEPTH_LIMIT', `${'{ a '.repeat(21)}${'}'.repeat(21)}`, {}],
  ['MAX_COST_LIMIT', '{ tenantsByLease { nodes { leases { totalCount } } } }', {}],
];

/** The errors for an unknown hash, with the settings that cause them. */
const UNKNOWN: readonly (readonly [ErrorCode, Readonly<Record<string, string>>])[] = [
  ['PERSISTED_QUERY_NOT_SUPPORTED', {}],
  [
    'PERSISTED_QUERY_NOT_IN_LIST',
    {
      TRUSTED_DOCUMENTS: 'enforce',
      TRUSTED_DOCUMENTS_FILE: join(__dirname, '..', '..', 'persisted-documents.json'),
    },
  ],
];

const { gateway } = gatewayForAllTests({ GRAPHQL_MAX_COST: '100' });
test('the types are those of src/errors.ts', () => {
  expect(sorted(ERROR_TYPES)).toEqual(sorted(Object.values(CATALOGUE).map(({ type }) => type)));
});

test('the codes are those of src/errors.ts and those that GraphQL adds', () => {
  const known = [
    ...Object.values(CATALOGUE).map(({ code }) => code),
    ...[...REFUSED, ...UNKNOWN].map(([code]) => code),
  ];
  expect(sorted(ERROR_CODES)).toEqual(sorted(known));
});

test.each(REFUSED)('a gateway answers %s', async (code, document, variables) => {
  const leasegate = createClient({ url: gateway.url, token: await signToken({ groups: [] }) });
  await expect(leasegate.graphql(document, variables)).rejects.toMatchObject({ code, type: 'invalid_request' });
});
