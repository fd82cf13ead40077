export const schema = `
  type Query {
    leasesForTenant(tenant: TenantMatch!, first: Int, after: String): LeaseConnection!
    tenantsByLease(lease: LeaseMatch, first: Int, after: String): TenantConnection!
  }
  input TenantMatch { identifier: String, emailAddress: String }
  input LeaseMatch { minMoveInDate: String }
  type Lease {
    identifier: String!
    startDate: String
    endDate: String
    moveInDate: String
    isFurnished: Boolean
    minimumDaysNotice: Int
    deposit: Float
    rent: Float
    unit: Unit
    tenants: [Tenant!]!
  }
  type Unit {
    identifier: String!
    externalRef: String
    unitNumber: String
    address: Address!
  }
  type Tenant {
    identifier: String!
    externalRef: String
    emailAddress: String
    phoneNumber: String
    firstName: String
    lastName: String
    active: Boolean!
    group: Group!
  }
  type Address {
    buildingName: String
    addressLine1: String
    addressLine2: String
    city: String
    country: String
    state: String
    postalCode: String
    latitude: Float
    longitude: Float
  }
  type Group { identifier: String! }
  type LeaseConnection { nodes: [Lease!]!, pageInfo: PageInfo! }
  type TenantConnection { nodes: [Tenant!]!, pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
`;
