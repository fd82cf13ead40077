/** The file of known records, which makes checks possible that the interface alone cannot decide. */

import { isObject, type Json } from '../contract/answers';

export interface Known {
  /** Groups that the token gives access to. */
  readonly groups: readonly { readonly group_id: string; readonly group_external_ref: string }[];
  /** Identifiers of records that exist and that the token gives no access to. */
  readonly hidden: { readonly tenants: readonly string[]; readonly leases: readonly string[] };
}

export const NOTHING_KNOWN: Known = { groups: [], hidden: { tenants: [], leases: [] } };

const FORM =
  '{"groups": [{"group_id": TEXT, "group_external_ref": TEXT}, …], "hidden": {"tenants": [TEXT, …], "leases": [TEXT, …]}}';

const hasOnly = (value: Json, ...names: readonly string[]): value is { [key: string]: Json } =>
  isObject(value) && Object.keys(value).every((name) => names.includes(name));
const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';
const isList = (value: Json, is: (each: Json) => boolean): boolean => Array.isArray(value) && value.every(is);
const isGroup = (value: Json): boolean =>
  hasOnly(value, 'group_id', 'group_external_ref') && isText(value.group_id) && isText(value.group_external_ref);

/** @throws {Error} that says what the file must be */
export function readKnown(value: Json): Known {
  const { groups = [], hidden = {} } = hasOnly(value, 'groups', 'hidden') ? value : { groups: null };
  const areHidden = hasOnly(hidden, 'tenants', 'leases') && Object.values(hidden).every((each) => isList(each, isText));
  if (!isList(groups, isGroup) || !areHidden) throw new Error(`must be like ${FORM}; each part may be left out`);
  return { groups, hidden: { ...NOTHING_KNOWN.hidden, ...hidden } } as unknown as Known;
}
