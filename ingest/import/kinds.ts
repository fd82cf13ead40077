/** The four kinds of records, their fields, and the columns that store them. */

import type { Insertable } from 'kysely';

import type { Tables } from '../../src/db/tables';
import type { RowId } from '../../src/model/page';
import { ADDRESS_FIELDS, type AddressFieldName } from '../../src/model/records';
import { date, decimal, type FieldType, flag, identifier, identifiers, integer, text } from './field-types';
import { LoadingError, quoted, Refusal, withNearest } from './refusals';

/** In load order: a kind refers only to those before it. */
export const KINDS = ['groups', 'units', 'tenants', 'leases'] as const;
export type RecordKind = (typeof KINDS)[number];

/** Pairs of leases and tenants are counted if they have a source of their own. */
export type CountedKind = RecordKind | 'pairs';

/** Values by column, as the driver sends and reads them: a flag is 0 or 1. */
export type Row = Readonly<Record<string, string | number | null>>;
export type StoredRow = Row & { readonly id: RowId };

interface Field<Value> extends FieldType<Value> {
  readonly required: boolean;
  /** The value of an absent field, a null or an empty CSV cell. @throws {Refusal} */
  absent(): Value;
}

const missing = (): never => {
  throw new Refusal('is missing');
};

const required = <Value>(type: FieldType<Value>): Field<Value> => ({ ...type, required: true, absent: missing });

const defaulting = <Value>(type: FieldType<Value>, value: Value): Field<Value> => ({
  ...type,
  required: false,
  absent: () => value,
});

const optional = <Value>(type: FieldType<Value>): Field<Value | null> => defaulting<Value | null>(type, null);

const money = decimal(11, 4);

type GroupedKind = Exclude<RecordKind, 'groups'>;
type ColumnOf<K extends RecordKind> = Exclude<keyof Insertable<Tables[K]>, 'id'> & string;

type FieldOf<Column extends string> = Column extends 'group_id'
  ? 'group'
  : Column extends AddressFieldName
    ? `address.${Column}`
    : Column;

/** A column without a field does not compile. The tenants of a lease have their own table. */
type FieldsOfColumns = {
  readonly [K in RecordKind]: { readonly [Column in ColumnOf<K> as FieldOf<Column>]: Field<unknown> };
} & { readonly leases: { readonly tenants: Field<unknown> } };

const FIELDS = {
  groups: { identifier: required(identifier), external_ref: optional(text) },
  units: {
    identifier: required(identifier),
    external_ref: optional(text),
    unit_number: optional(text),
    group: required(identifier),
    ...addressFields(),
  },
  tenants: {
    identifier: required(identifier),
    group: required(identifier),
    external_ref: optional(text),
    email_address: optional(text),
    phone_number: optional(text),
    first_name: optional(text),
    last_name: optional(text),
    active: defaulting(flag, true),
  },
  leases: {
    identifier: required(identifier),
    group: required(identifier),
    unit_id: required(identifier),
    start_date: optional(date),
    end_date: optional(date),
    move_in_date: optional(date),
    is_furnished: optional(flag),
    minimum_days_notice: optional(integer),
    deposit: optional(money),
    rent: optional(money),
    tenants: required(identifiers),
  },
} satisfies FieldsOfColumns;

type ImportedAddress = { readonly [Name in AddressFieldName as `address.${Name}`]: Field<string | number | null> };

/** The address fields by their CSV columns. */
function addressFields(): ImportedAddress {
  const fields = Object.values(ADDRESS_FIELDS).map(({ name, kind }): [string, Field<string | number | null>] => [
    `address.${name}`,
    kind === 'text' ? optional(text) : optional(decimal(3, 6, name === 'latitude' ? 90 : 180)),
  ]);
  return Object.fromEntries(fields) as ImportedAddress;
}

type FieldsOf<K extends RecordKind> = (typeof FIELDS)[K];
export type RecordOf<K extends RecordKind> = {
  readonly [Name in keyof FieldsOf<K>]: FieldsOf<K>[Name] extends Field<infer Value> ? Value : never;
} & { readonly identifier: string };

export const fieldsOf = (kind: RecordKind): Readonly<Record<string, Field<unknown>>> => FIELDS[kind];

/** `value` for each kind. */
export const byKind = <Value>(value: (kind: RecordKind) => Value): Readonly<Record<RecordKind, Value>> =>
  Object.fromEntries(KINDS.map((kind) => [kind, value(kind)])) as Record<RecordKind, Value>;

export const FIELD_LISTS = byKind((kind) => Object.entries(fieldsOf(kind)).map(([name, field]) => ({ name, field })));

/** `address.city` is stored in `city`, `group` in `group_id`. The tenants of a lease have their own table. */
export const STORED_FIELDS = byKind((kind) =>
  FIELD_LISTS[kind]
    .filter(({ name }) => name !== 'tenants')
    .map((each) => ({ ...each, column: each.name === 'group' ? 'group_id' : each.name.replace(/^address\./, '') })),
);

/** Every column that a record sets. */
export const COLUMNS = byKind((kind): readonly string[] => STORED_FIELDS[kind].map(({ column }) => column));

export type GroupedRow = Row & { readonly identifier: string; readonly group_id: RowId };

/** @param references row ids, which replace the identifiers in the record */
export function toRow<K extends GroupedKind>(
  kind: K,
  record: RecordOf<K>,
  references: { readonly group_id: RowId; readonly unit_id?: RowId },
): GroupedRow {
  const values = record as Readonly<Record<string, string | number | boolean | null>>;
  const row: Record<string, string | number | null> = {};
  for (const { name, column } of STORED_FIELDS[kind]) {
    const value = values[name] ?? null;
    row[column] = typeof value === 'boolean' ? Number(value) : value;
  }
  return Object.assign(row, references) as GroupedRow;
}

/** The field of each column; undefined for one that is ignored. */
export type Columns = readonly (string | undefined)[];

/** @throws {LoadingError} when a column is unknown or there twice, or when a required one is missing */
export function assertColumns(kind: RecordKind, name: string, columns: Columns): void {
  const fields = fieldsOf(kind);
  const accepted = Object.keys(fields);
  const known = columns.filter((column) => column !== undefined);
  const unknown = known.filter((column) => !Object.hasOwn(fields, column));
  const twice = known.filter((column, index) => known.indexOf(column) !== index);
  const missing = accepted.filter((column) => fields[column]?.required && !known.includes(column));
  const problems = [
    ...unknown.map((column) => `an unknown column ${withNearest(column, accepted)}`),
    ...twice.map((column) => `the column ${quoted(column)} twice`),
    ...missing.map((column) => `no column ${quoted(column)}`),
  ];
  const hint = unknown.length > 0 && name.endsWith('.csv') ? ' See --ignore-columns.' : '';
  if (problems.length > 0)
    throw new LoadingError(`${name} has ${problems.join(', ')}. Accepted columns: ${accepted.join(', ')}.${hint}`);
}
