/**
 * The criteria of a request, checked in the order of decision 9: the type of every field, then rows 5, 6 and 4, then
 * the cursor.
 */

import { address, type AddressFilter, type Body, cursor, flag, identification } from './fields';
import { type Given, given, LEASE_FILTERS, TENANT_FILTERS } from './filters';
import { Refusal } from './refusal';
import type { LeaseRow, TenantRow } from './world';

export interface GroupChoice {
  readonly column: 'identifier' | 'external_ref';
  readonly value: string;
}

export interface TenantQuestion {
  readonly filters: Given<TenantRow>;
  readonly group?: GroupChoice;
  readonly active: boolean;
  readonly after: number | 'nothing left';
}

export interface LeaseQuestion {
  readonly filters: Given<LeaseRow>;
  readonly group?: GroupChoice;
  readonly address: AddressFilter;
  readonly after: number | 'nothing left';
}

const bothGroupIdentifiers = (): Refusal => new Refusal(400, 'both_group_identifiers_provided');

function group(id: string | undefined, externalRef: string | undefined): GroupChoice | undefined {
  if (id !== undefined && externalRef !== undefined) throw bothGroupIdentifiers();
  if (id !== undefined) return { column: 'identifier', value: id };
  return externalRef === undefined ? undefined : { column: 'external_ref', value: externalRef };
}

/** Contract 4.1. @throws {Refusal} */
export function tenantQuestion(body: Body): TenantQuestion {
  const filters = given(TENANT_FILTERS, body);
  const active = flag(body, 'active');
  const groupId = identification(body, 'group_id');
  const groupExternalRef = identification(body, 'group_external_ref');

  const chosen = group(groupId, groupExternalRef);
  if (filters.external_ref !== undefined && chosen === undefined) throw bothGroupIdentifiers();
  if (Object.keys(filters).length === 0) throw new Refusal(400, 'no_tenant_information');
  return { filters, group: chosen, active, after: cursor(body) };
}

/** Contract 4.2. @throws {Refusal} */
export function leaseQuestion(body: Body): LeaseQuestion {
  const filters = given(LEASE_FILTERS, body);
  const addressFilter = address(body);
  const chosen = group(identification(body, 'group_id'), identification(body, 'group_external_ref'));
  return { filters, group: chosen, address: addressFilter, after: cursor(body) };
}
