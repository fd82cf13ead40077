/** What a question about tenants asks of a tenant and of its leases (contract 4.1, decisions 7, 10 and 13). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { TenantQuestion } from '../../model/questions';
import { bytes, emailKey, phoneKey } from '../match-keys';
import type { SieveOf } from '../runs';
import { joined, type VisibleRecords } from '../visible-records';

/** A value, or the slot of one. */
type Text = string | Expression<string>;

/** What identifies a tenant, as it is compared; a phone number by its key. */
export interface Identifications {
  readonly identifier?: Text;
  readonly externalRef?: Text;
  readonly emailAddress?: Text;
  readonly phoneNumber?: Text | null;
}

/** The identifications that a question gives. */
export function identificationsOf(question: TenantQuestion): Identifications {
  const { identifier, externalRef, emailAddress, phoneNumber } = question;
  return {
    ...(identifier !== undefined && { identifier }),
    ...(externalRef !== undefined && { externalRef }),
    ...(emailAddress !== undefined && { emailAddress }),
    ...(phoneNumber !== undefined && { phoneNumber: phoneKey(phoneNumber) }),
  };
}

/** Every given identification holds for the same tenant (decision 7). */
export function tenantConditions(given: Identifications): Expression<SqlBool>[] {
  const { identifier, externalRef, emailAddress, phoneNumber } = given;
  return [
    ...(identifier === undefined ? [] : [sql<SqlBool>`t.identifier_key = ${bytes(identifier)}`]),
    ...(externalRef === undefined ? [] : [sql<SqlBool>`t.external_ref_key = ${bytes(externalRef)}`]),
    ...(emailAddress === undefined ? [] : [sql<SqlBool>`t.email_key = ${emailKey(emailAddress)}`]),
    ...(phoneNumber === undefined ? [] : [sql<SqlBool>`t.phone_key = ${phoneNumber}`]),
  ];
}

/** Tenants by what identifies them: else the server may think of reading whole groups. */
export const identifiedTenants = (records: VisibleRecords) =>
  records.tenants('ignore index (primary, tenants_of_group)');

/** The tenants that are meant, with their pairs. */
export const pairsOfTenants = (records: VisibleRecords, given: Identifications) =>
  identifiedTenants(records)
    .where((eb) => eb.and(tenantConditions(given)))
    .innerJoin(joined('lease_tenants as p', 'primary'), (on) =>
      on.onRef('p.tenant_id', '=', 't.id').onRef('p.group_id', '=', 't.group_id'),
    )
    .modifyFront(sql`straight_join`);

/** Both strict; a lease that lacks a date is not active (contract section 3, decision 13). */
export const isActiveOn = (lease: string, day: LocalDate | Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${lease}.start_date`)} < ${day} and ${sql.ref(`${lease}.end_date`)} > ${day}`;

/** Of a row of `lease_tenants`. */
export const activeSieve =
  (day: LocalDate): SieveOf =>
  (row) => ({
    joins: sql`left join leases as l on l.id = ${sql.ref(`${row}.lease_id`)} and l.group_id = ${sql.ref(`${row}.group_id`)}`,
    condition: isActiveOn('l', day),
  });
