/** From records to rows of their tables. */

import type { RowId } from '../model/page';
import type { Row } from './bulk';
import { fieldsOf, type RecordKind, type RecordOf } from './kinds';

type GroupedKind = Exclude<RecordKind, 'groups'>;

/** The references of a record, found; they take the place of the identifiers in it. */
interface References {
  readonly group_id: RowId;
  readonly unit_id?: RowId;
}

/** `address.city` is `city`, `group` is `group_id`; the tenants of a lease have a table of their own. */
function columnsOf(kind: GroupedKind): Readonly<Record<string, string>> {
  const fields = Object.keys(fieldsOf(kind)).filter((field) => field !== 'tenants');
  return Object.fromEntries(
    fields.map((field) => [field, field === 'group' ? 'group_id' : field.replace(/^address\./, '')]),
  );
}

const COLUMN_OF_FIELD = { units: columnsOf('units'), tenants: columnsOf('tenants'), leases: columnsOf('leases') };

/** Every column that a record sets. */
export const COLUMNS: Readonly<Record<GroupedKind, readonly string[]>> = {
  units: Object.values(COLUMN_OF_FIELD.units),
  tenants: Object.values(COLUMN_OF_FIELD.tenants),
  leases: Object.values(COLUMN_OF_FIELD.leases),
};

export function toRow<K extends GroupedKind>(kind: K, record: RecordOf<K>, references: References): Row {
  const values = record as Readonly<Record<string, string | number | boolean | null>>;
  const row: Record<string, string | number | null> = {};
  for (const [field, column] of Object.entries(COLUMN_OF_FIELD[kind])) {
    const value = values[field] ?? null;
    row[column] = typeof value === 'boolean' ? Number(value) : value;
  }
  return { ...row, ...references };
}
