/** Rows whose attack is the document, the variables or the target. */

import { type AttackRequest, get, graphql } from '../rig/request';

const numbered = (count: number, of: (nth: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, nth) => of(nth)).join(between);

/** Row a. The euro sign makes every character take two bytes; the number makes every document distinct. */
export const distinctDocument = (nth: number): AttackRequest =>
  graphql(`{__typename}#${nth}€${'#'.repeat(126_000)}`, { headers: [['Content-Type', 'application/json']] });

const MANY_SIZES = [
  '{...G}'.repeat(160),
  `fragment G on Query{tenantsByLease{nodes{${numbered(65, (nth) => `leases(first:${nth}){...F}`, '')}}}}`,
  `fragment F on LeaseConnection{${'x,'.repeat(600)}}`,
].join('');

/** Row b. */
export const manyOperations = graphql(MANY_SIZES);
export const manyOperationsByGet = get(`/graphql?query=${encodeURIComponent(MANY_SIZES)}`);

/** Row c. */
export const manyLines = graphql(`${'\n'.repeat(62_000)}{viewer{${numbered(101, (nth) => `x${nth}`)}}}`);

/** Row e, where introspection is not public. */
export const longSuggestion = graphql(`{tenantsByLease(first:"${'Did you mean'.repeat(10_800)}"){nodes{identifier}}}`);

/** Row f. */
export const unknownKeys = graphql('query($t:TenantMatch!){leasesForTenant(tenant:$t){nodes{identifier}}}', {
  token: true,
  variables: { t: Object.fromEntries(Array.from({ length: 12_500 }, (_, nth) => [`k${nth}`, 1])) },
});
export const objectsForIds = graphql('query($i:[ID!]!){nodes(ids:$i){id}}', {
  token: true,
  variables: { i: Array.from({ length: 30_000 }, () => ({})) },
});

/** Row j. */
export const cyclicFragments = graphql(`
  {
    ...F0
    ...F1
  }
  ${numbered(
    110,
    (nth) => `fragment F${nth} on Query{${numbered(5, (step) => `...F${(nth * 7 + step * 13 + 1) % 110}`)}}`,
    '',
  )}
`);
export const loneCyclicFragments = graphql(`
  {
    ...F0
  }
  ${numbered(110, (nth) => `fragment F${nth} on Query{...F${(nth + 1) % 110}}`, '')}
`);
export const brokenEscape = get('/assets/%/x');
