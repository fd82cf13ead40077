/** The requests of each case: body and path. */

import type { Case, CaseName, Subjects } from './cases';

export interface Request {
  readonly path: string;
  readonly body: string;
}

type Documents = Readonly<Record<CaseName, string>>;

const OWN = 'identifier startDate endDate moveInDate isFurnished minimumDaysNotice deposit rent';
const PLACE = 'buildingName addressLine1 addressLine2 city country state postalCode latitude longitude';
const OF_LEASE = 'identifier externalRef emailAddress phoneNumber active group { identifier }';
const TENANT = 'identifier emailAddress firstName lastName externalRef phoneNumber';
const PAGE = 'pageInfo { hasNextPage endCursor }';

function documents(lease: string): Documents {
  const ofTenant = (name: CaseName, fields: string) =>
    `query ${name}($tenant: TenantMatch!, $first: Int) {
      leasesForTenant(tenant: $tenant, first: $first) { nodes { ${fields} } ${PAGE} } }`;
  return {
    small: ofTenant('small', lease),
    leases: ofTenant('leases', lease),
    tenants: `query tenants($lease: LeaseMatch, $first: Int) {
      tenantsByLease(lease: $lease, first: $first) { nodes { ${TENANT} } ${PAGE} } }`,
    four: ofTenant('four', 'identifier startDate endDate rent'),
  };
}

/** In the words of Leasegate's schema, which the peers use wherever their tools allow it. */
const DOCUMENTS = documents(`${OWN} unitId unitExternalRef unitNumber address { ${PLACE} } tenants { ${OF_LEASE} }`);

/** Mercurius has a loader for each relation, including the unit. */
const MERCURIUS_DOCUMENTS = documents(
  `${OWN} unit { identifier externalRef unitNumber address { ${PLACE} } } tenants { ${OF_LEASE} }`,
);

export function restRequest({ name }: Case, { emailAddress, landlord, minMoveInDate }: Subjects): Request {
  if (name === 'tenants') return json('/leases/tenants/', { min_move_in_date: minMoveInDate });
  const tenant = name === 'small' ? { email_address: emailAddress } : { identifier: landlord };
  return json('/leases/find-for-tenant/', tenant);
}

export const graphqlRequest = ({ name }: Case, subjects: Subjects): Request =>
  graphql(DOCUMENTS, name, variables(name, subjects));

export const mercuriusRequest = ({ name }: Case, subjects: Subjects): Request =>
  graphql(MERCURIUS_DOCUMENTS, name, variables(name, subjects));

function variables(name: CaseName, { emailAddress, landlord, minMoveInDate }: Subjects) {
  if (name === 'tenants') return { lease: { minMoveInDate } };
  return { tenant: name === 'small' ? { emailAddress } : { identifier: landlord } };
}

const graphql = (texts: Documents, name: CaseName, asked: object): Request =>
  json('/graphql', { operationName: name, query: texts[name], variables: { ...asked, first: 100 } });

const json = (path: string, body: object): Request => ({ path, body: JSON.stringify(body) });
