/** The operations that the explorer opens with, one for each tab. */

import type { ExampleValues } from './held-token.js';
import { LEASES, TENANTS } from './lookups.js';

export interface ExampleOperation {
  readonly query: string;
  readonly variables: string;
}

/** The first one finds records, whatever the data: a link names a tenant, and without one the first tenants are listed. */
export function exampleOperations({ email, city }: Partial<ExampleValues>): ExampleOperation[] {
  const leases = { query: LEASES, variables: written({ tenant: { emailAddress: email ?? 'ada@example.com' } }) };
  const tenants = { query: TENANTS, variables: written({ lease: city === undefined ? {} : { address: { city } } }) };
  const lookups = email === undefined ? [tenants, leases] : [leases, tenants];
  return [...lookups, { query: VIEWER, variables: '' }];
}

const written = (variables: object): string => JSON.stringify(variables, null, 2);

const VIEWER = `# The subject of the token, and the groups that it may see.
query WhoAmI {
  viewer {
    subject
    tokenExpiresAt
    allGroups
    groups { nodes { identifier } }
  }
}`;
