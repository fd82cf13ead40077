/** Requests and their answers with the data of `examples/two-groups` and a token for the group `acme`. */

import { ADDRESS_FIELDS } from '../../model/records';

interface Example {
  readonly summary: string;
  readonly request: object;
  readonly answer: object;
}

const ADA = {
  identifier: 't-ada',
  external_ref: 'A-1',
  email_address: 'ada@example.com',
  phone_number: '+44 113 496 0101',
  active: true,
  group: 'acme',
};
const BEN = {
  identifier: 't-ben',
  external_ref: 'A-2',
  email_address: 'ben@example.com',
  phone_number: null,
  active: true,
  group: 'acme',
};
const ADDRESS = {
  ...Object.fromEntries(Object.values(ADDRESS_FIELDS).map(({ name }) => [name, null])),
  building_name: 'Oak Court',
  address_line_1: '12 Mill Lane',
  city: 'Leeds',
  country: 'GB',
  postal_code: 'LS1 4AB',
  latitude: 53.797,
  longitude: -1.5437,
};
const LEASE = {
  identifier: 'lease-1',
  start_date: '2025-02-01',
  end_date: '2026-01-31',
  move_in_date: '2025-02-03',
  tenants: [ADA, BEN],
  unit_id: 'oak-2b',
  unit_external_ref: 'U-17',
  is_furnished: true,
  minimum_days_notice: 60,
  deposit: 1200,
  rent: 985.5,
  unit_number: '2B',
  address: ADDRESS,
};

const tenant = ({ identifier, email_address, external_ref, phone_number }: typeof ADA | typeof BEN, name: string) => {
  const [first_name, last_name] = name.split(' ');
  return { identifier, email_address, first_name, last_name, external_ref, phone_number };
};
const TENANTS = [tenant(ADA, 'Ada Byrne'), tenant(BEN, 'Ben Okafor')];

export const FIND_FOR_TENANT_EXAMPLES: Readonly<Record<string, Example>> = {
  byEmailAddress: {
    summary: 'The leases of whoever has this e-mail address',
    request: { email_address: 'ada@example.com' },
    answer: { leases: [LEASE], last_id: -1 },
  },
  byExternalReference: {
    summary: 'An external reference, which needs a group',
    request: { external_ref: 'A-2', group_external_ref: 'crm-100' },
    answer: { leases: [LEASE], last_id: -1 },
  },
  noTenantMatches: {
    summary: 'No tenant matches: no error',
    request: { identifier: 'unknown', active: true },
    answer: { leases: [], last_id: -1 },
  },
};

export const TENANTS_EXAMPLES: Readonly<Record<string, Example>> = {
  byLease: {
    summary: 'The tenants of one lease',
    request: { identifier: 'lease-1' },
    answer: { tenants: TENANTS, last_id: -1 },
  },
  byAddressAndDay: {
    summary: 'All conditions must hold for the same lease',
    request: { min_move_in_date: '2025-02-01', group_id: 'acme', address: { city: 'leeds', postal_code: 'LS1 4AB' } },
    answer: { tenants: TENANTS, last_id: -1 },
  },
  everyVisibleTenant: {
    summary: 'Every visible tenant, from the very beginning',
    request: { 'after-id': '1' },
    answer: { tenants: TENANTS, last_id: -1 },
  },
};
