/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import { prepared } from '../typed-document.ts';
/** Fields of an address, each with its whole value. All that are given must match. */
export type AddressMatch = {
  /** It must match as a whole; letter case and accents are ignored. */
  addressLine1?: string | null | undefined;
  /** It must match as a whole; letter case and accents are ignored. */
  addressLine2?: string | null | undefined;
  /** It must match as a whole; letter case and accents are ignored. */
  buildingName?: string | null | undefined;
  /** It must match as a whole; letter case and accents are ignored. */
  city?: string | null | undefined;
  /** It must match as a whole; letter case and accents are ignored. */
  country?: string | null | undefined;
  /** Decimal degrees; matches within 0.0001. */
  latitude?: number | null | undefined;
  /** Decimal degrees; matches within 0.0001. */
  longitude?: number | null | undefined;
  /** It must match as a whole; letter case and accents are ignored. */
  postalCode?: string | null | undefined;
  /** It must match as a whole; letter case and accents are ignored. */
  state?: string | null | undefined;
};

/** A group, by its identifier or by its identifier in another system. */
export type GroupRef =
  {   /** Identifier of the group in another system. */
  externalRef: string; identifier?: never; }
  |  { externalRef?: never;   /** The group identifier. */
  identifier: string; };

/** Selects leases. A lease must match all that is given. */
export type LeaseMatch = {
  /** The address of the lease’s unit. */
  address?: AddressMatch | null | undefined;
  /** The group that the lease and its tenants belong to. */
  group?: GroupRef | null | undefined;
  /** The lease identifier; it must match exactly. */
  identifier?: string | null | undefined;
  /** The latest move-in date, inclusive. */
  maxMoveInDate?: string | null | undefined;
  /** The earliest move-in date, inclusive. */
  minMoveInDate?: string | null | undefined;
};

/** Identifies tenants: by `identifier`, `externalRef` together with `group`, `emailAddress` or `phoneNumber`. All that are given must match. */
export type TenantMatch = {
  /** The whole e-mail address; letter case is ignored. */
  emailAddress?: string | null | undefined;
  /** The external tenant identifier; it must match exactly and needs a group. */
  externalRef?: string | null | undefined;
  /** The group that the tenant belongs to. */
  group?: GroupRef | null | undefined;
  /** The internal tenant identifier; it must match exactly. */
  identifier?: string | null | undefined;
  /** The whole phone number; spaces and punctuation are ignored. */
  phoneNumber?: string | null | undefined;
};

export type LeasesForTenantQueryVariables = Exact<{
  tenant: TenantMatch;
  active?: boolean;
  activeOn?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type LeasesForTenantQuery = { leasesForTenant: { nodes: Array<{ id: string, identifier: string, startDate: string | null, endDate: string | null, moveInDate: string | null, isFurnished: boolean | null, minimumDaysNotice: number | null, deposit: number | null, rent: number | null, unitId: string | null, unitExternalRef: string | null, unitNumber: string | null, address: { buildingName: string | null, addressLine1: string | null, addressLine2: string | null, city: string | null, country: string | null, state: string | null, postalCode: string | null, latitude: number | null, longitude: number | null } | null, group: { id: string, identifier: string, externalRef: string | null }, tenants: Array<{ id: string, identifier: string, externalRef: string | null, emailAddress: string | null, phoneNumber: string | null, firstName: string | null, lastName: string | null, active: boolean, group: { id: string, identifier: string, externalRef: string | null } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type TenantsByLeaseQueryVariables = Exact<{
  lease?: LeaseMatch | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TenantsByLeaseQuery = { tenantsByLease: { nodes: Array<{ id: string, identifier: string, externalRef: string | null, emailAddress: string | null, phoneNumber: string | null, firstName: string | null, lastName: string | null, active: boolean, group: { id: string, identifier: string, externalRef: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ViewerQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ViewerQuery = { viewer: { subject: string | null, tokenExpiresAt: string | null, allGroups: boolean, groups: { nodes: Array<{ id: string, identifier: string, externalRef: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type GroupFieldsFragment = { id: string, identifier: string, externalRef: string | null };

export type TenantFieldsFragment = { id: string, identifier: string, externalRef: string | null, emailAddress: string | null, phoneNumber: string | null, firstName: string | null, lastName: string | null, active: boolean, group: { id: string, identifier: string, externalRef: string | null } };

export type LeaseFieldsFragment = { id: string, identifier: string, startDate: string | null, endDate: string | null, moveInDate: string | null, isFurnished: boolean | null, minimumDaysNotice: number | null, deposit: number | null, rent: number | null, unitId: string | null, unitExternalRef: string | null, unitNumber: string | null, address: { buildingName: string | null, addressLine1: string | null, addressLine2: string | null, city: string | null, country: string | null, state: string | null, postalCode: string | null, latitude: number | null, longitude: number | null } | null, group: { id: string, identifier: string, externalRef: string | null }, tenants: Array<{ id: string, identifier: string, externalRef: string | null, emailAddress: string | null, phoneNumber: string | null, firstName: string | null, lastName: string | null, active: boolean, group: { id: string, identifier: string, externalRef: string | null } }> };

export const LeasesForTenant = prepared<LeasesForTenantQuery, LeasesForTenantQueryVariables>(
  'sha256:239bd79042bc20292e8afe4d89a4024f2c825703b3904383be85eba32fb273ac',
  `query LeasesForTenant($tenant: TenantMatch!, $active: Boolean! = false, $activeOn: LocalDate, $first: Int, $after: String) {
  leasesForTenant(
    tenant: $tenant
    active: $active
    activeOn: $activeOn
    first: $first
    after: $after
  ) {
    nodes {
      ...LeaseFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

fragment LeaseFields on Lease {
  id
  identifier
  startDate
  endDate
  moveInDate
  isFurnished
  minimumDaysNotice
  deposit
  rent
  unitId
  unitExternalRef
  unitNumber
  address {
    buildingName
    addressLine1
    addressLine2
    city
    country
    state
    postalCode
    latitude
    longitude
  }
  group {
    ...GroupFields
  }
  tenants {
    ...TenantFields
  }
}

fragment GroupFields on Group {
  id
  identifier
  externalRef
}

fragment TenantFields on Tenant {
  id
  identifier
  externalRef
  emailAddress
  phoneNumber
  firstName
  lastName
  active
  group {
    ...GroupFields
  }
}`,
);

export const TenantsByLease = prepared<TenantsByLeaseQuery, TenantsByLeaseQueryVariables>(
  'sha256:acf9f1582f06d8b4d1f1a29633da66992d4b48d09b7dc8588d15b9862c588e67',
  `query TenantsByLease($lease: LeaseMatch, $first: Int, $after: String) {
  tenantsByLease(lease: $lease, first: $first, after: $after) {
    nodes {
      ...TenantFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

fragment TenantFields on Tenant {
  id
  identifier
  externalRef
  emailAddress
  phoneNumber
  firstName
  lastName
  active
  group {
    ...GroupFields
  }
}

fragment GroupFields on Group {
  id
  identifier
  externalRef
}`,
);

export const Viewer = prepared<ViewerQuery, ViewerQueryVariables>(
  'sha256:eb3bd477588d1adc7d83da12ed21d4f388026e516925bb7ddb61453f8e186352',
  `query Viewer($first: Int, $after: String) {
  viewer {
    subject
    tokenExpiresAt
    allGroups
    groups(first: $first, after: $after) {
      nodes {
        ...GroupFields
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}

fragment GroupFields on Group {
  id
  identifier
  externalRef
}`,
);