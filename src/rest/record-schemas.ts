/** JSON Schemas of the records that `records.ts` writes. The compiler checks that both have the same fields. */

import type { JsonSchema } from '../lookups/fields';
import { PAGE_LIMIT } from '../model/page';
import { ADDRESS_FIELDS, type AddressFieldName } from '../model/records';
import type { toWireLease, toWireTenant } from './records';

type WireLease = ReturnType<typeof toWireLease>;
type WireTenant = ReturnType<typeof toWireTenant>;
type Properties<Record> = { readonly [Name in keyof Record]: JsonSchema };

const known = (type: string, description: string, more: JsonSchema = {}): JsonSchema => ({
  type,
  ...more,
  description,
});
const orNull = (type: string, description: string, more: JsonSchema = {}): JsonSchema => ({
  type: [type, 'null'],
  ...more,
  description,
});
const date = (description: string): JsonSchema => orNull('string', description, { format: 'date' });

/** Every field is always present (decision 15). */
function record<Record>(description: string, properties: Properties<Record>): JsonSchema {
  return { type: 'object', description, required: Object.keys(properties), properties };
}

/** Contract 2.4. */
const ADDRESS = record<WireLease['address']>(
  'The address of a unit. All fields are always present.',
  Object.fromEntries(
    Object.values(ADDRESS_FIELDS).map(({ name, kind, description }) => [
      name,
      orNull(kind === 'text' ? 'string' : 'number', description),
    ]),
  ) as Record<AddressFieldName, JsonSchema>,
);

/** Contract 2.2. */
const TENANT_IN_LEASE = record<WireLease['tenants'][number]>('A tenant of a lease.', {
  identifier: known('string', 'The internal tenant identifier.'),
  external_ref: orNull('string', 'The external tenant identifier.'),
  email_address: orNull('string', 'E-mail address, as it was entered.'),
  phone_number: orNull('string', 'Phone number, as it was entered.'),
  active: known('boolean', 'Whether the tenant is marked as active; says nothing about any lease.'),
  group: known('string', 'The identifier of the tenant’s group: the value that `group_id` accepts.'),
});

/** Contract 2.3. */
const TENANT = record<WireTenant>('A tenant.', {
  identifier: known('string', 'The internal tenant identifier.'),
  email_address: orNull('string', 'E-mail address, as it was entered.'),
  first_name: orNull('string', 'First name.'),
  last_name: orNull('string', 'Last name.'),
  external_ref: orNull('string', 'The external tenant identifier.'),
  phone_number: orNull('string', 'Phone number, as it was entered.'),
});

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Contract 2.1. */
const LEASE = record<WireLease>('A lease, with its tenants and its unit.', {
  identifier: known('string', 'The lease identifier.'),
  start_date: date('The day on which the lease starts.'),
  end_date: date('The day on which the lease ends.'),
  move_in_date: date('The day on which the tenants move in.'),
  tenants: { type: 'array', items: reference('TenantInLease'), description: 'The tenants of the lease.' },
  unit_id: orNull('string', 'The identifier of the unit.'),
  unit_external_ref: orNull('string', 'The identifier of the unit in another system.'),
  is_furnished: orNull('boolean', 'Whether the unit is furnished.'),
  minimum_days_notice: orNull('integer', 'Minimum notice period in days.'),
  deposit: orNull('number', 'Deposit.'),
  rent: orNull('number', 'Rent.'),
  unit_number: orNull('string', 'The number of the unit in its building.'),
  address: reference('Address'),
});

const LAST_ID = known(
  'integer',
  'The last id of this page. Send it as `after-id` to get the next page. -1 when nothing follows.',
  { minimum: -1, maximum: Number.MAX_SAFE_INTEGER },
);

/** The two responses of contract section 4 and the schemas that they refer to. */
export const RECORD_SCHEMAS = {
  Leases: record<{ leases: unknown; last_id: number }>('A page of leases.', {
    leases: {
      type: 'array',
      items: reference('Lease'),
      maxItems: PAGE_LIMIT,
      description: 'The leases found; empty when no tenant matches.',
    },
    last_id: LAST_ID,
  }),
  Tenants: record<{ tenants: unknown; last_id: number }>('A page of tenants.', {
    tenants: {
      type: 'array',
      items: reference('Tenant'),
      minItems: 1,
      maxItems: PAGE_LIMIT,
      description: 'The tenants found.',
    },
    last_id: LAST_ID,
  }),
  Lease: LEASE,
  TenantInLease: TENANT_IN_LEASE,
  Tenant: TENANT,
  Address: ADDRESS,
} as const;
