/** The tables, as Kysely sees them and as the schema check expects them. Filter by a generated key, select the text itself. */

import type { ColumnType, Generated } from 'kysely';

import type { LocalDate } from '../model/local-date';
import type { RowId } from '../model/page';
import { ADDRESS_FIELDS } from '../model/records';

/** What a stored token grants: every group, those that are listed with it, or the memberships of its subject. */
export type StoredGrant = 'all' | 'listed' | 'memberships';

/** At run time a column is only a name. */
interface Column<Type> {
  readonly type: Type;
}

const column = <Type>() => ({}) as Column<Type>;

const id = column<Generated<RowId>>();
const rowId = column<RowId>();
const text = column<string>();
const optionalText = column<string | null>();
const optionalNumber = column<number | null>();
const optionalDate = column<LocalDate | null>();
/** 0 or 1. */
const flag = column<ColumnType<number, boolean, boolean>>();
const optionalFlag = column<ColumnType<number | null, boolean | null, boolean | null>>();
/** Computed by the database, never written. Binary keys come out as bytes, so none is ever selected. */
const key = column<ColumnType<string | null, never, never>>();
/** Computed by the database and never null. */
const derived = <Type>() => column<ColumnType<Type, never, never>>();
/** Seconds since 1970. */
const time = column<number>();
const optionalTime = column<number | null>();

type AddressField = (typeof ADDRESS_FIELDS)[keyof typeof ADDRESS_FIELDS];
type AddressTextField = Extract<AddressField, { kind: 'text' }>;
type AddressColumns = {
  readonly [Name in AddressField['name']]: Name extends AddressTextField['name']
    ? typeof optionalText
    : typeof optionalNumber;
} & { readonly [Name in AddressField['name'] as `${Name}_key`]: typeof key };

function addressColumns(): AddressColumns {
  const columns = Object.values(ADDRESS_FIELDS).flatMap(({ name, kind }): [string, object][] => [
    [name, kind === 'text' ? optionalText : optionalNumber],
    [`${name}_key`, key],
  ]);
  return Object.fromEntries(columns) as AddressColumns;
}

/** Every column that the program reads or writes. */
export const COLUMNS = {
  groups: { id, identifier: text, external_ref: optionalText, identifier_key: key, external_ref_key: key },
  units: {
    id,
    identifier: text,
    group_id: rowId,
    external_ref: optionalText,
    unit_number: optionalText,
    identifier_key: key,
    ...addressColumns(),
  },
  tenants: {
    id,
    identifier: text,
    group_id: rowId,
    external_ref: optionalText,
    email_address: optionalText,
    phone_number: optionalText,
    first_name: optionalText,
    last_name: optionalText,
    active: flag,
    identifier_key: key,
    external_ref_key: key,
    email_key: key,
    phone_key: key,
  },
  leases: {
    id,
    identifier: text,
    group_id: rowId,
    unit_id: column<RowId | null>(),
    start_date: optionalDate,
    end_date: optionalDate,
    move_in_date: optionalDate,
    is_furnished: optionalFlag,
    minimum_days_notice: optionalNumber,
    deposit: optionalNumber,
    rent: optionalNumber,
    identifier_key: key,
    unit_key: derived<RowId>(),
    move_in_day: derived<LocalDate>(),
    move_in_month: derived<number>(),
  },
  // Written by `insertLeaseTenants` only. The copied columns follow every change of the lease.
  lease_tenants: {
    tenant_id: rowId,
    lease_id: rowId,
    group_id: rowId,
    // 0: unknown.
    unit_key: rowId,
    // 0000-01-01 and 0: unknown. A month is as 202401.
    move_in_day: column<LocalDate>(),
    move_in_month: column<number>(),
  },
  callers: { id, subject: text, all_groups: flag, subject_key: key },
  caller_groups: { caller_id: rowId, group_id: rowId },
  opaque_tokens: {
    id: column<Generated<number>>(),
    // Written and compared, never selected.
    sha256: column<Buffer>(),
    subject: text,
    group_grant: column<StoredGrant>(),
    created_at: time,
    expires_at: optionalTime,
    revoked_at: optionalTime,
  },
  opaque_token_groups: { token_id: column<number>(), group_id: rowId },
  // Kysely's own record of the migrations that have run.
  kysely_migration: { name: text },
};

export type Tables = {
  [Table in keyof typeof COLUMNS]: {
    [Name in keyof (typeof COLUMNS)[Table]]: (typeof COLUMNS)[Table][Name] extends Column<infer Type> ? Type : never;
  };
};

/** Who may see what. The other tables hold records of groups and are read only through a visibility scope (`visibility.ts`). */
export type AccessTables = Pick<
  Tables,
  'groups' | 'callers' | 'caller_groups' | 'opaque_tokens' | 'opaque_token_groups'
>;
