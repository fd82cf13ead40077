/** The lists of the client match the catalogue and the other errors of a gateway. */

import { ERROR_CODES, ERROR_TYPES } from '../../client/index';
import { CATALOGUE } from '../../src/errors';

const sorted = (words: Iterable<string>) => [...new Set(words)].toSorted();

/** The codes of operations that GraphQL refuses, which are not in the catalogue. */
const REFUSED = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'MAX_TOKENS_LIMIT',
  'MAX_DEPTH_LIMIT',
  'MAX_COST_LIMIT',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_QUERY_NOT_IN_LIST',
];

test('the types and the codes are those of src/errors.ts and those that GraphQL adds', () => {
  const catalogue = Object.values(CATALOGUE);
  expect(sorted(ERROR_TYPES)).toEqual(sorted(catalogue.map(({ type }) => type)));
  expect(sorted(ERROR_CODES)).toEqual(sorted([...catalogue.map(({ code }) => code), ...REFUSED]));
});
