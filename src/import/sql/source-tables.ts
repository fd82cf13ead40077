/** The tables of a source, and which of them probably hold the four kinds. */

import type { SourceDatabase } from '../../db/source-database';
import { KINDS, type RecordKind } from '../kinds';

export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column of a primary key of one column. */
  readonly key?: string;
  /** The table that a column refers to. */
  readonly references: ReadonlyMap<string, string>;
}

const COLUMNS = `select table_name, column_name, column_key from information_schema.columns
  where table_schema = database() order by table_name, ordinal_position`;
const REFERENCES = `select table_name, column_name, referenced_table_name from information_schema.key_column_usage
  where table_schema = database() and referenced_table_schema = database()`;

export async function readTables(source: SourceDatabase): Promise<SourceTable[]> {
  const columns = await textsOf(source, COLUMNS);
  const references = await textsOf(source, REFERENCES);
  return [...new Set(columns.map(([table = '']) => table))].map((name) => {
    const own = columns.filter(([table]) => table === name);
    const keys = own.filter(([, , key]) => key === 'PRI');
    return {
      name,
      columns: own.map(([, column = '']) => column),
      key: keys.length === 1 ? keys[0]?.[1] : undefined,
      references: new Map(
        references.filter(([table]) => table === name).map(([, column = '', other = '']) => [column, other]),
      ),
    };
  });
}

async function textsOf(source: SourceDatabase, statement: string): Promise<string[][]> {
  const rows = await source.all(statement);
  return rows.map((values) => values.map((value) => (typeof value === 'string' ? value : '')));
}

/** Beginnings of words in the names of tables, the most usual first. */
const STEMS: Readonly<Record<RecordKind, readonly string[]>> = {
  groups: ['group', 'portfolio', 'organi', 'agenc', 'compan', 'client', 'landlord', 'owner', 'branch', 'account'],
  units: ['unit', 'propert', 'flat', 'apartment', 'dwelling', 'premise', 'room', 'object'],
  tenants: ['tenant', 'person', 'people', 'resident', 'renter', 'occupant', 'contact', 'customer'],
  leases: ['lease', 'contract', 'tenanc', 'agreement', 'rental'],
};

export interface Guess {
  readonly tables: ReadonlyMap<RecordKind, SourceTable>;
  /** A table between leases and tenants, with its two columns. */
  readonly pairs?: { readonly table: SourceTable; readonly lease: string; readonly tenant: string };
}

export function guessTables(all: readonly SourceTable[]): Guess {
  const tables = new Map<RecordKind, SourceTable>();
  for (const kind of KINDS) {
    const table = guessTable(
      kind,
      all.filter((one) => ![...tables.values()].includes(one)),
    );
    if (table !== undefined) tables.set(kind, table);
  }
  const others = all.filter((table) => ![...tables.values()].includes(table));
  for (const table of others) {
    const lease = columnTo(table, tables.get('leases'));
    const tenant = columnTo(table, tables.get('tenants'));
    if (lease !== undefined && tenant !== undefined) return { tables, pairs: { table, lease, tenant } };
  }
  return { tables };
}

/** A name of one word is more likely than one of several. */
function guessTable(kind: RecordKind, all: readonly SourceTable[]): SourceTable | undefined {
  const words = (table: SourceTable): string[] => table.name.toLowerCase().split(/[^a-z]+/);
  for (const stem of STEMS[kind]) {
    const fitting = all.filter((table) => words(table).some((word) => word.startsWith(stem)));
    const [best] = fitting.toSorted((one, other) => words(one).length - words(other).length);
    if (best !== undefined && words(best).length <= 2 && best.key !== undefined) return best;
  }
  return undefined;
}

/** The column of `table` that refers to `other`, by a foreign key or by its name. */
export function columnTo(table: SourceTable, other: SourceTable | undefined): string | undefined {
  if (other === undefined) return undefined;
  const [byKey] = [...table.references].find(([, name]) => name === other.name) ?? [];
  const name = other.name.toLowerCase();
  const singular = name.replace(/ies$/, 'y').replace(/s$/, '');
  return (
    byKey ??
    table.columns.find((column) => [`${singular}_id`, `${name}_id`, `${singular}id`].includes(column.toLowerCase()))
  );
}
