/** The four kinds of records, their fields and columns. */

import { date, decimal, type FieldType, flag, identifier, identifiers, integer, text } from './field-types';
import { Refusal } from './refusal';

/** In the order in which they are loaded: each refers only to those before it. */
export const KINDS = ['groups', 'units', 'tenants', 'leases'] as const;
export type RecordKind = (typeof KINDS)[number];

interface Field<Value> extends FieldType<Value> {
  readonly required: boolean;
  /** What an absent field, a null or an empty CSV cell stands for. @throws {Refusal} */
  absent(): Value;
}

function required<Value>(type: FieldType<Value>): Field<Value> {
  return {
    ...type,
    required: true,
    absent() {
      throw new Refusal('is missing');
    },
  };
}

const optional = <Value>(type: FieldType<Value>): Field<Value | null> => ({
  ...type,
  required: false,
  absent: () => null,
});

const defaulting = <Value>(type: FieldType<Value>, value: Value): Field<Value> => ({
  ...type,
  required: false,
  absent: () => value,
});

const money = decimal(11, 4);

/** Every field by its name; one of the address as its CSV column has it. */
const FIELDS = {
  groups: {
    identifier: required(identifier),
    external_ref: optional(text),
  },
  units: {
    identifier: required(identifier),
    external_ref: optional(text),
    unit_number: optional(text),
    group: required(identifier),
    'address.building_name': optional(text),
    'address.address_line_1': optional(text),
    'address.address_line_2': optional(text),
    'address.city': optional(text),
    'address.country': optional(text),
    'address.state': optional(text),
    'address.postal_code': optional(text),
    'address.latitude': optional(decimal(3, 6, 90)),
    'address.longitude': optional(decimal(3, 6, 180)),
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
} satisfies Record<RecordKind, Record<string, Field<unknown>>>;

type FieldsOf<K extends RecordKind> = (typeof FIELDS)[K];
export type RecordOf<K extends RecordKind> = {
  readonly [Name in keyof FieldsOf<K>]: FieldsOf<K>[Name] extends Field<infer Value> ? Value : never;
} & { readonly identifier: string };

export const fieldsOf = (kind: RecordKind): Readonly<Record<string, Field<unknown>>> => FIELDS[kind];
