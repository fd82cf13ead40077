/** The file of known records, which makes clauses testable that the interface alone cannot decide. */

import { isObject, type Json } from './exchange';
import { InputFileError, readJson } from './input-file';

export interface KnownGroup {
  readonly group_id: string;
  readonly group_external_ref: string;
}

export interface Known {
  /** Groups that the token gives access to. */
  readonly groups: readonly KnownGroup[];
  /** Identifiers of records that exist and that the token gives no access to. */
  readonly hidden: { readonly tenants: readonly string[]; readonly leases: readonly string[] };
}

export const NOTHING_KNOWN: Known = { groups: [], hidden: { tenants: [], leases: [] } };

type Field = (value: Json, where: string) => void;

const text: Field = (value, where) => {
  if (typeof value !== 'string' || value === '') throw new InputFileError(`${where} must be a text`);
};
const texts: Field = (value, where) => eachOf(value, where, text);

function eachOf(value: Json, where: string, check: Field): void {
  if (!Array.isArray(value)) throw new InputFileError(`${where} must be an array`);
  value.forEach((each, index) => check(each, `${where}[${index}]`));
}

function object(known: Readonly<Record<string, Field>>, required: readonly string[] = []): Field {
  return (value, where) => {
    if (!isObject(value)) throw new InputFileError(`${where} must be an object`);
    for (const name of required) if (value[name] === undefined) throw new InputFileError(`${where} must have ${name}`);
    for (const [name, each] of Object.entries(value)) {
      if (known[name] === undefined)
        throw new InputFileError(
          `${where} has the unknown field ${name}; it may have ${Object.keys(known).join(', ')}`,
        );
      known[name](each, `${where}.${name}`);
    }
  };
}

const listOf =
  (check: Field): Field =>
  (value, where) =>
    eachOf(value, where, check);

const FILE = object({
  groups: listOf(object({ group_id: text, group_external_ref: text }, ['group_id', 'group_external_ref'])),
  hidden: object({ tenants: texts, leases: texts }),
});

/** @throws {InputFileError} */
export function readKnown(file: string): Known {
  const value = readJson(file);
  FILE(value, 'the file');
  const { hidden, ...known } = value as Partial<Known>;
  return { ...NOTHING_KNOWN, ...known, hidden: { ...NOTHING_KNOWN.hidden, ...hidden } };
}
