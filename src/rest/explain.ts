/** The GraphQL operation that returns the same records as a REST request. */

import type { GroupRef } from '../model/criteria';
import { ADDRESS_FIELDS } from '../model/records';
import type { RestOperation } from '../model/operations';
import type { PageRequest } from '../model/page';
import type { LocalDate } from '../model/local-date';
import { encodeCursor, type Kind } from '../schema/opaque-ids';
import { readFindForTenant, readTenants } from './wire';

/** Whether a request asks for the operation instead of the records. @param target its path and query */
export const asksForOperation = (target: string): boolean => /[?&]explain(?:[=&]|$)/.test(target);

export interface Explanation {
  /** The document, with the fields of the REST answer. */
  readonly operation: string;
  readonly variables: object;
  /** A program that sends the operation with `leasegate/client`. */
  readonly client: string;
}

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

const LEASES = `query LeasesForTenant($tenant: TenantMatch!, $active: Boolean! = false, $first: Int, $after: String) {
  leasesForTenant(tenant: $tenant, active: $active, first: $first, after: $after) {
    nodes {
      identifier startDate endDate moveInDate
      tenants { identifier externalRef emailAddress phoneNumber active group { identifier } }
      unitId unitExternalRef isFurnished minimumDaysNotice deposit rent unitNumber
      address { ${Object.keys(ADDRESS_FIELDS).join(' ')} }
    }
    ${PAGE_INFO}
  }
}
`;

const TENANTS = `query TenantsByLease($lease: LeaseMatch, $first: Int, $after: String) {
  tenantsByLease(lease: $lease, first: $first, after: $after) {
    nodes { identifier emailAddress firstName lastName externalRef phoneNumber }
    ${PAGE_INFO}
  }
}
`;

type Explain = (body: object, today: LocalDate) => Explanation;

/** Explains a request body. Each throws what the lookup throws for the same body. */
export const EXPLAIN: Readonly<Record<RestOperation, Explain>> = {
  leasesForTenant(body, today) {
    const { criteria, page } = readFindForTenant(body, () => today);
    const { activeOn, group, ...tenant } = criteria;
    const active = activeOn === undefined ? undefined : true;
    const variables = { tenant: { ...tenant, ...groupOf(group) }, active, ...pageOf('lease', page) };
    return { operation: LEASES, variables, client: clientCall('LeasesForTenant', 'leasesForTenant', variables) };
  },
  tenantsByLease(body) {
    const { criteria, page } = readTenants(body);
    const { group, ...lease } = criteria;
    const variables = { lease: { ...lease, ...groupOf(group) }, ...pageOf('tenant', page) };
    return { operation: TENANTS, variables, client: clientCall('TenantsByLease', 'tenantsByLease', variables) };
  },
};

const groupOf = (group: GroupRef | undefined): object =>
  group === undefined ? {} : { group: { [group.by]: group.value } };

/** The default page size of GraphQL is that of REST. Without a page the answer is empty (decision 2). */
function pageOf(kind: Kind, page: PageRequest | null): object {
  if (page === null) return { first: 0 };
  return page.after === undefined || page.after === 0 ? {} : { after: encodeCursor(kind, page.after) };
}

const clientCall = (document: string, field: string, variables: object): string =>
  `import { createClient, ${document} } from 'leasegate/client';

// The address of the gateway, and your access token.
const leasegate = createClient({ url, token });
const variables = ${JSON.stringify(variables, null, 2)};
const { ${field} } = await leasegate.graphql(${document}, variables);
`;
