/** The tables as Kysely sees them. Generated key columns are read in conditions only: filter on the key, select the text. */

import type { ColumnType, Generated } from 'kysely';

import type { GroupGrant } from '../model/caller';
import type { LocalDate } from '../model/local-date';
import type { RowId } from '../model/page';

/** Computed by the database; never written. Binary keys come out as bytes, so none is ever selected. */
type Key = ColumnType<string | null, never, never>;
/** Computed by the database and never null. */
type Derived<T> = ColumnType<T, never, never>;
/** 0 or 1. */
type Flag = ColumnType<number, boolean, boolean>;
type NullableFlag = ColumnType<number | null, boolean | null, boolean | null>;

interface GroupTable {
  id: Generated<RowId>;
  identifier: string;
  external_ref: string | null;
  identifier_key: Key;
  external_ref_key: Key;
}

interface UnitTable {
  id: Generated<RowId>;
  identifier: string;
  group_id: RowId;
  external_ref: string | null;
  unit_number: string | null;
  building_name: string | null;
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  country: string | null;
  state: string | null;
  postal_code: string | null;
  latitude: number | null;
  longitude: number | null;
  identifier_key: Key;
  building_name_key: Key;
  address_line_1_key: Key;
  address_line_2_key: Key;
  city_key: Key;
  country_key: Key;
  state_key: Key;
  postal_code_key: Key;
}

interface TenantTable {
  id: Generated<RowId>;
  identifier: string;
  group_id: RowId;
  external_ref: string | null;
  email_address: string | null;
  phone_number: string | null;
  first_name: string | null;
  last_name: string | null;
  active: Flag;
  identifier_key: Key;
  external_ref_key: Key;
  email_key: Key;
  phone_key: Key;
}

interface LeaseTable {
  id: Generated<RowId>;
  identifier: string;
  group_id: RowId;
  unit_id: RowId | null;
  start_date: LocalDate | null;
  end_date: LocalDate | null;
  move_in_date: LocalDate | null;
  is_furnished: NullableFlag;
  minimum_days_notice: number | null;
  deposit: number | null;
  rent: number | null;
  identifier_key: Key;
  unit_key: Derived<RowId>;
  move_in_day: Derived<LocalDate>;
  move_in_month: Derived<number>;
  move_in_year: Derived<number>;
  /** Both as 202401; 0: not known. */
  end_month: Derived<number>;
  start_month: Derived<number>;
}

/** Written by `insertLeaseTenants` alone; what it repeats of its lease follows every change of it. */
interface LeaseTenantTable {
  tenant_id: RowId;
  lease_id: RowId;
  group_id: RowId;
  /** 0: not known. */
  unit_key: RowId;
  /** 0000-01-01, 0 and 0: not known. */
  move_in_day: LocalDate;
  /** As 202401. */
  move_in_month: number;
  move_in_year: number;
}

interface CallerTable {
  id: Generated<RowId>;
  subject: string;
  all_groups: Flag;
  subject_key: Key;
}

interface CallerGroupTable {
  caller_id: RowId;
  group_id: RowId;
}

interface OpaqueTokenTable {
  id: Generated<number>;
  /** Written and compared, never selected. */
  sha256: Buffer;
  subject: string;
  group_grant: GroupGrant['kind'];
  /** Seconds since 1970, as the other two. */
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

interface OpaqueTokenGroupTable {
  token_id: number;
  group_id: RowId;
}

/** Kysely's own record of what has been migrated. */
interface MigrationTable {
  name: string;
}

/** Says who may see what; holds no record of a group. */
export interface AccessTables {
  groups: GroupTable;
  callers: CallerTable;
  caller_groups: CallerGroupTable;
  opaque_tokens: OpaqueTokenTable;
  opaque_token_groups: OpaqueTokenGroupTable;
}

/** The records of the groups: to be read through a visibility scope alone (`visibility.ts`). */
export interface RecordTables {
  units: UnitTable;
  tenants: TenantTable;
  leases: LeaseTable;
  lease_tenants: LeaseTenantTable;
}

export interface Tables extends AccessTables, RecordTables {
  kysely_migration: MigrationTable;
}
