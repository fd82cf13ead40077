/** Values of request fields: unknown, null, blank and of a wrong type. */

import type { JsonObject } from '../exchange';
import { everyone, leasesOf, meaning, withTenant } from './outcome';
import type { Behaviours, Discover } from './profile';

const IGNORED = 'ignored';

/** How a search for tenants with one more field is answered. */
const searched =
  (body: JsonObject): Discover =>
  (session, samples) =>
    meaning(session, 'tenants', body, { [IGNORED]: everyone(samples) });

/** How a field beside a good identification is answered. */
const beside = (more: JsonObject): Discover =>
  withTenant((session, tenant) =>
    meaning(session, 'leases', { identifier: tenant.identifier, ...more }, { [IGNORED]: leasesOf(tenant) }),
  );

/** How an identification that may be absent is answered. */
const alone =
  (body: JsonObject): Discover =>
  async (session) => {
    const told = await meaning(session, 'leases', body, {});
    return /no_tenant_information/.test(told) ? 'absent' : told;
  };

/** In the far future, where a date that is understood finds nothing. */
const date = (value: string): Discover => searched({ min_move_in_date: value });

export const VALUES: Behaviours = {
  'unknown-field.leases': ['An unknown field of find-for-tenant?', beside({ 'no-such-field': 'true' })],
  'unknown-field.tenants': ['An unknown field of tenants?', searched({ 'no-such-field': 'true' })],
  'unknown-field.address': ['An unknown field of the address?', searched({ address: { 'no-such-field': 'true' } })],
  'null.identification': ['An identification that is null?', alone({ identifier: null })],
  'null.group': ['A group that is null?', beside({ group_id: null })],
  'null.lease': ['A lease identifier that is null?', searched({ identifier: null })],
  'null.date': ['A date that is null?', searched({ min_move_in_date: null })],
  'null.address': ['An address that is null?', searched({ address: null })],
  'null.after-id': ['after-id null?', searched({ 'after-id': null })],
  'blank.identifier': ['An empty tenant identifier?', alone({ identifier: '' })],
  'blank.spaces': ['A tenant identifier of spaces?', alone({ identifier: '  ' })],
  'blank.email': ['An empty e-mail address?', alone({ email_address: '' })],
  'blank.phone': ['An empty phone number?', alone({ phone_number: '' })],
  'blank.group': ['An empty group?', beside({ group_id: '' })],
  'blank.lease': ['An empty lease identifier?', searched({ identifier: '' })],
  'blank.date': ['An empty date?', date('')],
  'blank.city': ['An empty city?', searched({ address: { city: '' } })],
  'blank.address': ['An address without fields?', searched({ address: {} })],
  'blank.after-id': ['An empty after-id?', searched({ 'after-id': '' })],
  'type.identifier': ['A number as an identifier?', alone({ identifier: 1 })],
  'type.active': ['"true" as a boolean?', beside({ active: 'true' })],
  'type.address': ['A text as an address?', searched({ address: 'no-such-address' })],
  'type.date': ['A number as a date?', searched({ min_move_in_date: 1 })],
  'length.identifier': ['An identifier of 300 characters?', alone({ identifier: `no-such-${'x'.repeat(292)}` })],
  'date.month': ['The date 9000-13-01?', date('9000-13-01')],
  'date.day': ['The date 9000-02-30?', date('9000-02-30')],
  'date.year': ['The date 0000-01-01, as the latest?', searched({ max_move_in_date: '0000-01-01' })],
  'date.slashes': ['The date 9000/01/01?', date('9000/01/01')],
  'date.compact': ['The date 90000101?', date('90000101')],
  'date.short': ['The date 9000-1-1?', date('9000-1-1')],
  'date.time': ['The date 9000-01-01T00:00:00Z?', date('9000-01-01T00:00:00Z')],
  'date.words': ['A word as a date?', date('no-such-date')],
};
