/** The columns and joins of the parts of leases and tenants, and the records that their rows become. */

import type { Selectable, SelectQueryBuilder } from 'kysely';

import type { RowId } from '../model/page';
import type { Group, Lease, LeaseParts, Tenant, TenantParts, Unit } from '../model/records';
import { ofGroup } from './match-keys';
import type { Tables } from './tables';
import { joined } from './visible-records';

export const GROUP_COLUMNS = [
  'g.id as group_row_id',
  'g.identifier as group_identifier',
  'g.external_ref as group_external_ref',
] as const;

/** The columns of a tenant without its group. */
const TENANT_COLUMNS = [
  't.id',
  't.identifier',
  't.external_ref',
  't.email_address',
  't.phone_number',
  't.first_name',
  't.last_name',
  't.active',
] as const;

/** The columns of a lease without its unit, group and tenants. */
const LEASE_COLUMNS = [
  'l.id',
  'l.identifier',
  'l.start_date',
  'l.end_date',
  'l.move_in_date',
  'l.is_furnished',
  'l.minimum_days_notice',
  'l.deposit',
  'l.rent',
] as const;

const UNIT_COLUMNS = [
  'u.identifier as unit_identifier',
  'u.external_ref as unit_external_ref',
  'u.unit_number',
  'u.building_name',
  'u.address_line_1',
  'u.address_line_2',
  'u.city',
  'u.country',
  'u.state',
  'u.postal_code',
  'u.latitude',
  'u.longitude',
] as const;

const TENANT_OF_LEASE_COLUMNS = [
  'lt.id as tenant_id',
  'lt.identifier as tenant_identifier',
  'lt.external_ref as tenant_external_ref',
  'lt.email_address as tenant_email_address',
  'lt.phone_number as tenant_phone_number',
  'lt.first_name as tenant_first_name',
  'lt.last_name as tenant_last_name',
  'lt.active as tenant_active',
] as const;

type LeaseQuery<Row> = SelectQueryBuilder<Tables & { l: Tables['leases'] }, 'l', Row>;

/** A query for leases, with their columns and those of the parts. */
export const leasesWithParts = <Row>(leases: LeaseQuery<Row>, parts: LeaseParts) =>
  leases
    .select(LEASE_COLUMNS)
    .$if(parts.group, (q) => q.innerJoin('groups as g', 'g.id', 'l.group_id').select(GROUP_COLUMNS))
    .$if(parts.unit, (q) =>
      q
        .leftJoin('units as u', (on) => on.onRef('u.id', '=', 'l.unit_id').on(ofGroup('u.group_id', 'l.group_id')))
        .select(UNIT_COLUMNS),
    )
    .$if(parts.tenants, (q) =>
      q
        .leftJoin(joined('lease_tenants as lp', 'lease_tenants_of_lease'), (on) =>
          on.onRef('lp.lease_id', '=', 'l.id').onRef('lp.group_id', '=', 'l.group_id'),
        )
        .leftJoin('tenants as lt', (on) =>
          on.onRef('lt.id', '=', 'lp.tenant_id').on(ofGroup('lt.group_id', 'lp.group_id')),
        )
        .select(TENANT_OF_LEASE_COLUMNS),
    );

/** What the text of a query for these parts depends on. */
export const kindOfLease = ({ group, unit, tenants }: LeaseParts): string => [group, unit, tenants].join();

type TenantQuery = SelectQueryBuilder<Tables & { t: Tables['tenants'] }, 't', object>;

/** A query for tenants, with their columns and those of the parts. */
export const tenantsWithParts = (tenants: TenantQuery, parts: TenantParts) =>
  tenants
    .select(TENANT_COLUMNS)
    .$if(parts.group, (q) => q.innerJoin('groups as g', 'g.id', 't.group_id').select(GROUP_COLUMNS));

/** What the text of a query for these parts depends on. */
export const kindOfTenant = ({ group }: TenantParts): string => String(group);

export interface GroupRow {
  group_row_id: RowId;
  group_identifier: string;
  group_external_ref: string | null;
}

/** Columns that the database computes for searches. */
type FoundBy = 'move_in_day' | 'move_in_month';

/** The columns of a table that a record shows. */
type Shown<Table extends keyof Tables> = Omit<Selectable<Tables[Table]>, 'group_id' | `${string}_key` | FoundBy>;

/** A tenant, and the columns of its group if that is read. */
export type TenantRow = Partial<GroupRow> & Shown<'tenants'>;

type UnitOfLeaseRow = Omit<Shown<'units'>, 'id' | 'identifier' | 'external_ref'> & {
  unit_identifier: string | null;
  unit_external_ref: string | null;
};

type TenantOfLeaseRow = {
  readonly [Column in keyof Shown<'tenants'> as `tenant_${Column}`]: Shown<'tenants'>[Column] | null;
};

/** A lease with one of its tenants, and the columns of the parts that are read. Without tenants, those columns are null. */
export type LeaseRow = Omit<Shown<'leases'>, 'unit_id'> & Partial<GroupRow & UnitOfLeaseRow & TenantOfLeaseRow>;

/** The driver returns an integer that is too large for a number as text. Such an id must never be in a page (decision 6). */
function rowId(id: RowId): RowId {
  if (!Number.isSafeInteger(id)) throw new Error('A paging id is above 2^53 - 1.');
  return id;
}

export function toGroup(row: GroupRow): Group {
  return { rowId: rowId(row.group_row_id), identifier: row.group_identifier, externalRef: row.group_external_ref };
}

/** @param parts that the row contains; accessing another part throws */
export function toTenant(row: TenantRow, parts: TenantParts): Tenant {
  return {
    rowId: rowId(row.id),
    identifier: row.identifier,
    group: parts.group ? toGroup(row as GroupRow) : UNREAD_GROUP,
    externalRef: row.external_ref,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    firstName: row.first_name,
    lastName: row.last_name,
    active: row.active !== 0,
  };
}

/** The rows of each lease, in the order of the rows. */
export function rowsByLease<Row extends LeaseRow>(rows: readonly Row[]): Map<RowId, Row[]> {
  const byLease = new Map<RowId, Row[]>();
  for (const row of rows) {
    const ofLease = byLease.get(row.id);
    if (ofLease === undefined) byLease.set(row.id, [row]);
    else ofLease.push(row);
  }
  return byLease;
}

/**
 * @param rows of one lease, one for each of its tenants
 * @param parts that the rows contain; accessing another part throws
 */
export function toLease(rows: readonly LeaseRow[], parts: LeaseParts): Lease {
  const row = rows[0]!;
  const group = parts.group ? toGroup(row as GroupRow) : UNREAD_GROUP;
  return {
    rowId: rowId(row.id),
    identifier: row.identifier,
    group,
    startDate: row.start_date,
    endDate: row.end_date,
    moveInDate: row.move_in_date,
    isFurnished: row.is_furnished === null ? null : row.is_furnished !== 0,
    minimumDaysNotice: row.minimum_days_notice,
    deposit: row.deposit,
    rent: row.rent,
    unit: parts.unit ? toUnit(row as UnitOfLeaseRow) : UNREAD_UNIT,
    tenants: parts.tenants ? tenantsOf(rows as readonly TenantOfLeaseRow[], group) : UNREAD_TENANTS,
  };
}

/** The number of tenants of leases; 0 if they were not read. */
export const tenantCount = (leases: readonly Lease[], parts: LeaseParts): number =>
  parts.tenants ? leases.reduce((sum, lease) => sum + lease.tenants.length, 0) : 0;

/** The records with these ids, in the order of the ids. Ids without a record are left out. */
export const recordsWith = <Record>(ids: readonly RowId[], byId: ReadonlyMap<RowId, Record>): Record[] =>
  ids.map((id) => byId.get(id)).filter((record) => record !== undefined);

/** The records in the order of the ids. Ids without a record are left out. */
export const inOrder = <Record extends { rowId: RowId }>(ids: readonly RowId[], records: readonly Record[]): Record[] =>
  recordsWith(ids, new Map(records.map((record) => [record.rowId, record])));

const [UNREAD_GROUP, UNREAD_UNIT, UNREAD_TENANTS] = [unread<Group>(), unread<Unit>(), unread<readonly Tenant[]>()];

/** In place of a part that was not read. Every access throws, because an empty part would be a wrong answer. */
function unread<Part extends object>(): Part {
  const refuse = () => {
    throw new Error('This part of a record was not read.');
  };
  return new Proxy({} as Part, { get: refuse, has: refuse, ownKeys: refuse });
}

function toUnit(row: UnitOfLeaseRow): Unit {
  return {
    identifier: row.unit_identifier,
    externalRef: row.unit_external_ref,
    number: row.unit_number,
    address: {
      buildingName: row.building_name,
      addressLine1: row.address_line_1,
      addressLine2: row.address_line_2,
      city: row.city,
      country: row.country,
      state: row.state,
      postalCode: row.postal_code,
      latitude: row.latitude,
      longitude: row.longitude,
    },
  };
}

/** A lease and its tenants are in the same group (decision 18). */
function tenantsOf(rows: readonly TenantOfLeaseRow[], group: Group): Tenant[] {
  const tenants: Tenant[] = [];
  for (const row of rows) {
    if (row.tenant_id === null) continue;
    tenants.push({
      rowId: rowId(row.tenant_id),
      identifier: row.tenant_identifier!,
      group,
      externalRef: row.tenant_external_ref,
      emailAddress: row.tenant_email_address,
      phoneNumber: row.tenant_phone_number,
      firstName: row.tenant_first_name,
      lastName: row.tenant_last_name,
      active: row.tenant_active !== 0,
    });
  }
  // Sorted here, as a server reserves the maximum width of every column to sort rows.
  return tenants.sort((a, b) => a.rowId - b.rowId);
}
