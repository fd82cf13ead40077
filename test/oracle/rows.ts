/** Rows of group 1 for small tests. Every field is null unless it is given. */

import type { LeaseRow, TenantRow } from './world';

export const tenantRow = (id: number, fields: Partial<TenantRow> = {}): TenantRow => ({
  id,
  identifier: `t${id}`,
  group_id: 1,
  external_ref: null,
  email_address: null,
  phone_number: null,
  first_name: null,
  last_name: null,
  active: true,
  ...fields,
});

export const leaseRow = (id: number, fields: Partial<LeaseRow> = {}): LeaseRow => ({
  id,
  identifier: `l${id}`,
  group_id: 1,
  unit_id: null,
  start_date: null,
  end_date: null,
  move_in_date: null,
  is_furnished: null,
  minimum_days_notice: null,
  deposit: null,
  rent: null,
  ...fields,
});
