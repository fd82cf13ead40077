/** The file of known records, which makes checks possible that the interface alone cannot decide. */

import { isObject, type Json, jsonIn } from '../contract/answers';

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

const FORM =
  '{"groups": [{"group_id": TEXT, "group_external_ref": TEXT}, …], "hidden": {"tenants": [TEXT, …], "leases": [TEXT, …]}}';

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';
const isList = (value: Json | undefined, each: (value: Json) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(each));
const hasOnly = (value: Json | undefined, ...names: readonly string[]): value is { [key: string]: Json } =>
  isObject(value) && Object.keys(value).every((name) => names.includes(name));

const isGroup = (value: Json): boolean =>
  hasOnly(value, 'group_id', 'group_external_ref') && isText(value.group_id) && isText(value.group_external_ref);

/** @throws {Error} that says what the file must be */
export function readKnown(file: string): Known {
  const value = jsonIn(file);
  if (value === undefined) throw new Error('is not JSON');
  const { groups, hidden = {} } = hasOnly(value, 'groups', 'hidden') ? value : { groups: null };
  const areHidden = hasOnly(hidden, 'tenants', 'leases') && Object.values(hidden).every((each) => isList(each, isText));
  if (!isList(groups, isGroup) || !areHidden) throw new Error(`must be like ${FORM}; each part may be left out`);
  const known = value as Partial<Known>;
  return { groups: known.groups ?? [], hidden: { ...NOTHING_KNOWN.hidden, ...known.hidden } };
}
