/** How many rows a server expects a query to find. */

import { CompiledQuery, type Expression, type Kysely, sql } from 'kysely';

import { compiled, unionOfTexts } from './statements';

/** Numbers of rows: of each query, and of the tables. */
export interface Estimates {
  readonly found: readonly number[];
  readonly pairs: number;
  readonly units: number;
  readonly tenants: number;
  readonly leases: number;
}

/**
 * How many rows the server expects each query of one table to find. It reads none of them.
 * MySQL estimates from an index after USE INDEX, but not after FORCE INDEX.
 */
export async function estimatedRows<DB>(db: Kysely<DB>, queries: readonly Expression<unknown>[]): Promise<Estimates> {
  const tables = [sql`lease_tenants as p`, sql`units as u`, sql`tenants as t`, sql`leases as l`];
  const { text, values } = unionOfTexts(
    [...queries, ...tables.map((table) => sql`select 1 from ${table}`)].map((query) => compiled(query, db)),
  );
  const explain = CompiledQuery.raw(`explain format = traditional ${text}`, [...values]);
  const { rows } = await db.executeQuery<{ id: number; table: string; rows: number | null }>(explain);
  const expected = [...queries, ...tables].map((_, index) => rows.find(({ id }) => id === index + 1));
  const sizes = expected.splice(-tables.length).map((row) => Number(row?.rows ?? 0));
  const [pairs = 0, units = 0, tenants = 0, leases = 0] = sizes;
  const sizeOf: Readonly<Record<string, number>> = { p: pairs, u: units, t: tenants, l: leases };
  const found = expected.map((row) => likelyRows(Number(row?.rows ?? 0), sizeOf[row?.table ?? ''] ?? Infinity));
  return { found, pairs, units, tenants, leases };
}

/**
 * InnoDB counts the rows of a range on up to ten pages. For a larger range it doubles its estimate, up to half of the table.
 * @param size rows of the table
 */
function likelyRows(estimate: number, size: number): number {
  return estimate >= 0.49 * size ? estimate : Math.max(Math.min(estimate, 5_000), estimate / 2);
}
