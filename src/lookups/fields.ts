/**
 * The fields that a request may have, and the checks of their values.
 * Types and formats are checked before any SQL (decision 23). Null always counts as absent (decision 8).
 * Every error is `invalid_request`; it names the field and never repeats its value.
 */

import { ServiceError } from '../errors';
import type { AddressCriteria, Filter } from '../model/criteria';
import { type LocalDate, isLocalDate } from '../model/local-date';
import { ADDRESS_FIELDS } from '../model/records';
import { textProblem } from '../model/text';

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
      const given = object as Readonly<Record<string, unknown>>;
      const values: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
        values[key] = value === undefined || value === null ? undefined : field.read(value, path + field.name);
      }
      return values as Values<S>;
    },
  };
}

/** The names of the fields of an object that are not known. */
export const unknownFields = (object: object, known: readonly string[]): string[] =>
  Object.keys(object).filter((name) => !known.includes(name));

/** Only U+0020 is a blank, because SQL's TRIM removes nothing else (decision 8). */
const isBlank = (text: string): boolean => /^ *$/.test(text);

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
  return isLocalDate(read) ? read : refuse(path, 'must be a day of the calendar as YYYY-MM-DD');
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
      const surplus = unknownFields(value, within.names).length > 0;
      return surplus
        ? refuse(path, `must hold nothing but ${within.names.join(', ')}`)
        : within.read(value, `${path}.`);
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
