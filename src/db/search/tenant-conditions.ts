/** The conditions of leases for a tenant (contract 4.1; decisions 7, 10 and 13). */

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { TenantCriteria, TenantFilter } from '../../model/criteria';
import { bytes, emailKey, ofGroup, phoneKey, type Text } from '../match-keys';
import { slot } from '../statements';
import { by, joined, type VisibleRecords } from '../visible-records';
import { type Start, startAt } from './look';

/** How each identification is compared, and the index that finds its tenants. A phone number is its key; null matches nobody. */
const IDENTIFICATIONS = {
  identifier: { index: 'tenants_identifier', matches: (text: Text) => sql<SqlBool>`t.identifier_key = ${bytes(text)}` },
  externalRef: {
    index: 'tenants_external_ref',
    matches: (text: Text) => sql<SqlBool>`t.external_ref_key = ${bytes(text)}`,
  },
  emailAddress: { index: 'tenants_email', matches: (text: Text) => sql<SqlBool>`t.email_key = ${emailKey(text)}` },
  phoneNumber: { index: 'tenants_phone', matches: (key: Text) => sql<SqlBool>`t.phone_key = ${key}` },
} as const satisfies Record<TenantFilter, object>;
const FIELDS = Object.keys(IDENTIFICATIONS) as TenantFilter[];

/** The identifications of a request, or slots for them. */
export type Identifications = Readonly<Partial<Record<TenantFilter, Text | null>>>;

export const identificationsOf = (criteria: TenantCriteria): Identifications =>
  Object.fromEntries(
    FIELDS.filter((field) => criteria[field] !== undefined).map((field) => [
      field,
      field === 'phoneNumber' ? phoneKey(criteria[field]!) : criteria[field]!,
    ]),
  );

/** A slot for each identification, so that a text serves all values. */
export const slotsOf = (identifications: Identifications): Identifications =>
  Object.fromEntries(Object.keys(identifications).map((field) => [field, slot<string>(field)]));

const conditionsOf = (identifications: Identifications) =>
  FIELDS.filter((field) => identifications[field] !== undefined).map((field) => {
    const { index, matches } = IDENTIFICATIONS[field];
    return { index, condition: matches(identifications[field]!) };
  });

/** All identifications must match the same tenant (decision 7). */
export const tenantConditions = (identifications: Identifications): Expression<SqlBool>[] =>
  conditionsOf(identifications).map(({ condition }) => condition);

/** The tenants whom an identification finds, for each of them. */
export const startsOf = (records: VisibleRecords, identifications: Identifications): Start[] =>
  conditionsOf(slotsOf(identifications)).map(({ index, condition }) =>
    startAt(records, index, (visible) => visible.tenants(by(index)).where(condition), identifications),
  );

/**
 * The matching tenants with their pairs.
 * @param index finds the tenants; without it, the server chooses an index. It would read whole groups if it could.
 */
export const pairsOfTenants = (records: VisibleRecords, identifications: Identifications, index?: string) =>
  records
    .tenants(index === undefined ? 'ignore index (primary, tenants_of_group)' : by(index))
    .where((eb) => eb.and(tenantConditions(identifications)))
    .innerJoin(joined('lease_tenants as p', 'primary'), (on) =>
      on.onRef('p.tenant_id', '=', 't.id').onRef('p.group_id', '=', 't.group_id'),
    )
    .modifyFront(sql`straight_join`);

/** The matching tenants with their pairs and leases. */
export const leasesOfTenants = (records: VisibleRecords, identifications: Identifications, index?: string) =>
  pairsOfTenants(records, identifications, index).innerJoin(joined('leases as l', 'primary'), (on) =>
    on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')),
  );

/** Both comparisons are strict. A lease without one of the dates is not active (contract section 3, decision 13). */
export const isActiveOn = (lease: string, day: LocalDate | Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${lease}.start_date`)} < ${day} and ${sql.ref(`${lease}.end_date`)} > ${day}`;
