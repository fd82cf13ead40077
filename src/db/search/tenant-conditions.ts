/** The conditions of leases for a tenant (contract 4.1; decisions 7, 10 and 13). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { TenantCriteria } from '../../model/criteria';
import { bytes, emailKey, ofGroup, phoneKey, type Text } from '../match-keys';
import type { ResidualFilter } from '../sorted-streams';
import { slot } from '../statements';
import { joined, type VisibleRecords } from '../visible-records';

/** The identifications of a tenant as they are compared: a phone number is its key. */
export interface Identifications {
  readonly identifier?: Text;
  readonly externalRef?: Text;
  readonly emailAddress?: Text;
  readonly phoneNumber?: Text | null;
}

export function identificationsOf(criteria: TenantCriteria): Identifications {
  const { identifier, externalRef, emailAddress, phoneNumber } = criteria;
  return {
    ...(identifier !== undefined && { identifier }),
    ...(externalRef !== undefined && { externalRef }),
    ...(emailAddress !== undefined && { emailAddress }),
    ...(phoneNumber !== undefined && { phoneNumber: phoneKey(phoneNumber) }),
  };
}

/** A slot for each identification, so that a text serves all values. */
export const slotsOf = (given: Identifications): Identifications =>
  Object.fromEntries(Object.keys(given).map((field) => [field, slot<string>(field)]));

/** All given identifications must match the same tenant (decision 7). */
export function tenantConditions(given: Identifications): Expression<SqlBool>[] {
  const { identifier, externalRef, emailAddress, phoneNumber } = given;
  return [
    ...(identifier === undefined ? [] : [sql<SqlBool>`t.identifier_key = ${bytes(identifier)}`]),
    ...(externalRef === undefined ? [] : [sql<SqlBool>`t.external_ref_key = ${bytes(externalRef)}`]),
    ...(emailAddress === undefined ? [] : [sql<SqlBool>`t.email_key = ${emailKey(emailAddress)}`]),
    ...(phoneNumber === undefined ? [] : [sql<SqlBool>`t.phone_key = ${phoneNumber}`]),
  ];
}

/** Tenants by an index of what identifies them. Without the hint, a server may read whole groups. */
export const identifiedTenants = (records: VisibleRecords) =>
  records.tenants('ignore index (primary, tenants_of_group)');

/** The identified tenants with their pairs. */
export const pairsOfTenants = (records: VisibleRecords, given: Identifications, tenants = identifiedTenants(records)) =>
  tenants
    .where((eb) => eb.and(tenantConditions(given)))
    .innerJoin(joined('lease_tenants as p', 'primary'), (on) =>
      on.onRef('p.tenant_id', '=', 't.id').onRef('p.group_id', '=', 't.group_id'),
    )
    .modifyFront(sql`straight_join`);

/** Both comparisons are strict. A lease without one of the dates is not active (contract section 3, decision 13). */
export const isActiveOn = (lease: string, day: LocalDate | Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${lease}.start_date`)} < ${day} and ${sql.ref(`${lease}.end_date`)} > ${day}`;

/** For a pair `c`. */
export const activeFilter = (day: LocalDate): ResidualFilter => ({
  joins: sql`left join leases as l on l.id = c.lease_id and ${ofGroup('l.group_id', 'c.group_id')}`,
  condition: isActiveOn('l', day),
});
