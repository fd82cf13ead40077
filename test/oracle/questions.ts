/** What a request asks for, in the order of checks of decision 9: every field's type first, then rows 5, 6 and 4, then the cursor. */

import { address, type AddressFilter, type Body, cursor, date, filterText, flag, identification } from './fields';
import { Refusal } from './refusal';

export interface GroupChoice {
  readonly column: 'identifier' | 'external_ref';
  readonly value: string;
}

export interface TenantQuestion {
  readonly identifier?: string;
  readonly external_ref?: string;
  readonly email_address?: string;
  readonly phone_number?: string;
  readonly group?: GroupChoice;
  readonly active: boolean;
  readonly after: number | 'nothing left';
}

export interface LeaseQuestion {
  readonly identifier?: string;
  readonly min_move_in_date?: string;
  readonly max_move_in_date?: string;
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
  const names = {
    identifier: identification(body, 'identifier'),
    external_ref: identification(body, 'external_ref'),
    email_address: identification(body, 'email_address'),
    phone_number: identification(body, 'phone_number'),
  };
  const active = flag(body, 'active');
  const groupId = identification(body, 'group_id');
  const groupExternalRef = identification(body, 'group_external_ref');

  const chosen = group(groupId, groupExternalRef);
  if (names.external_ref !== undefined && chosen === undefined) throw bothGroupIdentifiers();
  if (Object.values(names).every((name) => name === undefined)) throw new Refusal(400, 'no_tenant_information');
  return { ...names, group: chosen, active, after: cursor(body) };
}

/** Contract 4.2. @throws {Refusal} */
export function leaseQuestion(body: Body): LeaseQuestion {
  const filters = {
    identifier: filterText(body, 'identifier'),
    min_move_in_date: date(body, 'min_move_in_date'),
    max_move_in_date: date(body, 'max_move_in_date'),
    address: address(body),
  };
  const chosen = group(identification(body, 'group_id'), identification(body, 'group_external_ref'));
  return { ...filters, group: chosen, after: cursor(body) };
}
