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

const PG_LEASE = `${OWN} unit: unitByUnitId { identifier externalRef unitNumber ${PLACE} }
  leaseTenants: leaseTenantsByLeaseId { nodes { tenant: tenantByTenantId {
    ${OF_LEASE.replace('group', 'group: groupByGroupId')} } } }`;
const PG_OF_TENANT = 'leasesForTenant(tenantIdentifier: $identifier, emailAddress: $emailAddress, first: $first)';
const pgOfTenant = (name: CaseName, fields: string): string =>
  `query ${name}($identifier: String, $emailAddress: String, $first: Int) { ${PG_OF_TENANT} { nodes { ${fields} } ${PAGE} } }`;

/** PostGraphile derives its schema from the tables, so the unit and the lease-tenant pairs are visible. */
const POSTGRAPHILE_DOCUMENTS: Documents = {
  small: pgOfTenant('small', PG_LEASE),
  leases: pgOfTenant('leases', PG_LEASE),
  tenants: `query tenants($minMoveInDate: Date, $first: Int) {
    tenantsByLease(minMoveInDate: $minMoveInDate, first: $first) { nodes { ${TENANT} } ${PAGE} } }`,
  four: pgOfTenant('four', 'identifier startDate endDate rent'),
};

export function restRequest({ name }: Case, { emailAddress, landlord, minMoveInDate }: Subjects): Request {
  if (name === 'tenants') return json('/leases/tenants/', { min_move_in_date: minMoveInDate });
  const tenant = name === 'small' ? { email_address: emailAddress } : { identifier: landlord };
  return json('/leases/find-for-tenant/', tenant);
}

export const graphqlRequest = ({ name }: Case, subjects: Subjects): Request =>
  graphql(DOCUMENTS, name, variables(name, subjects));

export const mercuriusRequest = ({ name }: Case, subjects: Subjects): Request =>
  graphql(MERCURIUS_DOCUMENTS, name, variables(name, subjects));

export function postgraphileRequest({ name }: Case, subjects: Subjects): Request {
  const { lease, tenant } = variables(name, subjects);
  return graphql(POSTGRAPHILE_DOCUMENTS, name, { ...lease, ...tenant });
}

function variables(name: CaseName, { emailAddress, landlord, minMoveInDate }: Subjects) {
  if (name === 'tenants') return { lease: { minMoveInDate } };
  return { tenant: name === 'small' ? { emailAddress } : { identifier: landlord } };
}

const graphql = (texts: Documents, name: CaseName, asked: object): Request =>
  json('/graphql', { operationName: name, query: texts[name], variables: { ...asked, first: 100 } });

const json = (path: string, body: object): Request => ({ path, body: JSON.stringify(body) });
