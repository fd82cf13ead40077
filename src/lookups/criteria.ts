/**
 * Reads criteria from a request. Types and formats of fields are checked before any SQL (decision 23), then the rules that span
 * fields (contract 4.1 and 4.2). Null always counts as absent (decision 8).
 * An error of a field is `invalid_request`; it names the field and never repeats its value.
 */

import { type ErrorReason, ServiceError } from '../errors';
import {
  type AddressCriteria,
  type Filter,
  type GroupRef,
  isBlank,
  type LeaseCriteria,
  TENANT_FILTERS,
  type TenantCriteria,
  type TenantFilter,
  textProblem,
} from '../model/criteria';
import { isLocalDate, type LocalDate } from '../model/local-date';
import { ADDRESS_FIELDS } from '../model/records';

/** A field of a request, by its name in the transport. */
export interface Field<Value> {
  readonly name: string;
  /**
   * @param path of the field within the request
   * @returns undefined for a value that counts as absent
   * @throws {ServiceError} `invalid_request`
   */
  read(value: NonNullable<unknown>, path: string): Value | undefined;
}

type Shape = Readonly<Record<string, Field<unknown>>>;
type Values<S extends Shape> = {
  readonly [Key in keyof S]: S[Key] extends Field<infer Value> ? Value | undefined : never;
};

export interface Fields<S extends Shape> {
  /** The names of the fields, in the order of their definition. */
  readonly names: readonly string[];
  /** Reads the fields in the order of their definition. @param path of the object that has them, ending in a dot */
  read(object: object, path?: string): Values<S>;
}

/** An object that may have other fields as well. */
export function fields<S extends Shape>(shape: S): Fields<S> {
  const entries = Object.entries(shape);
  return {
    names: entries.map(([, { name }]) => name),
    read(object, path = '') {
      const sent = object as Readonly<Record<string, unknown>>;
      const values: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        const value = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined;
        values[key] = value === undefined || value === null ? undefined : field.read(value, path + field.name);
      }
      return values as Values<S>;
    },
  };
}

/** The names of the fields of an object that are not among `names`. */
export const unknownFields = (object: object, names: readonly string[]): string[] =>
  Object.keys(object).filter((name) => !names.includes(name));

/** Makes fields of one kind, by their names. */
const fieldsOf =
  <Value>(read: Field<Value>['read']) =>
  (name: string): Field<Value> => ({ name, read });

/** An identification or a group. A blank value counts as absent (decision 8). */
export const identification = fieldsOf<string>((value, path) => {
  const text = stringOf(value, path);
  return isBlank(text) ? undefined : text;
});

/** Any other text. A blank value is refused: treating it as absent would silently widen the search (decision 8). */
const text = fieldsOf<string>((value, path) => {
  const read = stringOf(value, path);
  return isBlank(read) ? refuse(path, 'must not be blank') : read;
});

const date = fieldsOf<LocalDate>((value, path) => {
  const read = stringOf(value, path);
  return isLocalDate(read) ? read : refuse(path, 'must be a valid date, YYYY-MM-DD');
});

export const flag = fieldsOf<boolean>((value, path) =>
  typeof value === 'boolean' ? value : refuse(path, 'must be true or false'),
);

const number = fieldsOf<number>((value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse(path, 'must be a number'),
);

/** An object that may have only these fields. */
export function object<S extends Shape>(name: string, shape: S): Field<Values<S>> {
  const within = fields(shape);
  return {
    name,
    read: (value, path) => {
      if (typeof value !== 'object' || Array.isArray(value)) return refuse(path, 'must be an object: `{}`, not `[]`');
      if (unknownFields(value, within.names).length > 0)
        return refuse(path, `may have only these fields: ${within.names.join(', ')}`);
      return within.read(value, `${path}.`);
    },
  };
}

function stringOf(value: NonNullable<unknown>, path: string): string {
  if (typeof value !== 'string') return refuse(path, 'must be a string');
  const problem = textProblem(value);
  return problem === undefined ? value : refuse(path, problem);
}

function refuse(path: string, problem: string): never {
  throw new ServiceError('invalidRequest', { message: `\`${path}\` ${problem}.` });
}

const READERS = { identification, text, date, coordinate: number };

type FilterFields<Filters> = {
  readonly [Key in keyof Filters]: Field<Filters[Key] extends { readonly kind: 'coordinate' } ? number : string>;
};

/** A field for each filter. @param nameOf the name of a filter in the request */
export function filterFields<Filters extends Readonly<Record<string, Filter>>>(
  filters: Filters,
  nameOf: (filter: Filter, key: string) => string,
): FilterFields<Filters> {
  const fieldOf = ([key, filter]: [string, Filter]) => [key, READERS[filter.kind](nameOf(filter, key))];
  return Object.fromEntries(Object.entries(filters).map(fieldOf)) as FilterFields<Filters>;
}

/** An unknown key of an address is refused: ignoring it would silently widen the search (decision 21). */
export const address = (nameOf: (filter: Filter, key: string) => string): Field<AddressCriteria> =>
  object('address', filterFields(ADDRESS_FIELDS, nameOf));

interface GroupFields {
  readonly groupIdentifier?: string | undefined;
  readonly groupExternalRef?: string | undefined;
}

/** The fields of a request that become criteria. */
export type TenantFields = Omit<TenantCriteria, 'group'> & GroupFields;
export type LeaseFields = Omit<LeaseCriteria, 'group'> & GroupFields;

const IDENTIFICATIONS = Object.keys(TENANT_FILTERS) as TenantFilter[];

/**
 * @param withoutGroup the error of an external reference without a group
 * @throws {ServiceError} contract 4.1 rules 3, 2 and 1, in this order (decision 9)
 */
export function tenantCriteria(
  { groupIdentifier, groupExternalRef, ...criteria }: TenantFields,
  withoutGroup: ErrorReason,
): TenantCriteria {
  const group = groupRef({ groupIdentifier, groupExternalRef });
  if (criteria.externalRef !== undefined && group === undefined) throw new ServiceError(withoutGroup);
  if (IDENTIFICATIONS.every((name) => criteria[name] === undefined)) throw new ServiceError('noTenantInformation');
  return { ...criteria, group };
}

/** @throws {ServiceError} contract 4.2 rule 1 */
export function leaseCriteria({ groupIdentifier, groupExternalRef, address, ...criteria }: LeaseFields): LeaseCriteria {
  const group = groupRef({ groupIdentifier, groupExternalRef });
  return { ...criteria, group, address: condition(address) };
}

function groupRef({ groupIdentifier, groupExternalRef }: GroupFields): GroupRef | undefined {
  if (groupIdentifier !== undefined && groupExternalRef !== undefined) throw new ServiceError('bothGroupIdentifiers');
  if (groupIdentifier !== undefined) return { by: 'identifier', value: groupIdentifier };
  if (groupExternalRef !== undefined) return { by: 'externalRef', value: groupExternalRef };
  return undefined;
}

/** An address without a value is no condition (decision 21). */
function condition(address: AddressCriteria | undefined): AddressCriteria | undefined {
  return Object.values(address ?? {}).some((part) => part !== undefined) ? address : undefined;
}
