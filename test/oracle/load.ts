/** Writes a world into a database, with its paging ids. */

import { type QueryExecutorProvider, sql } from 'kysely';

import { tokenHash } from '../../src/auth/opaque-token';
import type { TestDatabase } from '../support/database';
import { type Asker, isMember, isOpaque, opaqueTokenOf } from './generate/callers';
import type { PairRow, World } from './world';

/** The number of rows in one INSERT, so that statements stay small. */
const CHUNK = 500;

/** Every row must have the same keys. */
export async function insertRows(db: QueryExecutorProvider, table: string, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const columns = Object.keys(chunk[0] ?? {});
    const values = chunk.map((row) => {
      const byColumn = new Map<string, unknown>(Object.entries(row));
      return sql`(${sql.join(columns.map((column) => byColumn.get(column)))})`;
    });
    const names = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db);
  }
}

/** The server copies the lease's columns into each pair. */
export async function insertPairs(db: QueryExecutorProvider, pairs: readonly PairRow[]): Promise<void> {
  for (let from = 0; from < pairs.length; from += CHUNK) {
    const rows = pairs
      .slice(from, from + CHUNK)
      .map((pair) => sql`select ${pair.tenant_id} as tenant, ${pair.lease_id} as lease, ${pair.group_id} as in_group`);
    await sql`
      insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month)
      select p.tenant, p.lease, p.in_group, l.unit_key, l.move_in_day, l.move_in_month
      from (${sql.join(rows, sql` union all `)}) as p join leases as l on l.id = p.lease`.execute(db);
  }
}

/** Tables that refer to others come first. */
const TABLES = [
  ...['lease_tenants', 'leases', 'tenants', 'units'],
  ...['opaque_token_groups', 'opaque_tokens', 'caller_groups', 'callers', 'groups'],
];

/** Replaces the previous world and the callers' memberships. */
export async function loadWorld(db: TestDatabase['db'], world: World, askers: readonly Asker[] = []): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(transaction);
    await insertRows(transaction, 'groups', world.groups);
    await insertRows(transaction, 'units', world.units);
    await insertRows(transaction, 'tenants', world.tenants);
    await insertRows(transaction, 'leases', world.leases);
    await insertPairs(transaction, world.pairs);
    await insertMemberships(transaction, world, askers.filter(isMember));
    await insertOpaqueTokens(transaction, world, askers.filter(isOpaque));
  });
}

/** Memberships of callers whose token names no groups (decision 30). */
async function insertMemberships(db: QueryExecutorProvider, world: World, members: readonly Asker[]): Promise<void> {
  const callers = members.map(({ subject, sight }, at) => ({ id: at + 1, subject, all_groups: sight === 'all' }));
  await insertRows(db, 'callers', callers);
  await insertRows(db, 'caller_groups', grants(world, members, 'caller_id'));
}

async function insertOpaqueTokens(db: QueryExecutorProvider, world: World, holders: readonly Asker[]): Promise<void> {
  const tokens = holders.map((asker, at) => ({
    id: at + 1,
    sha256: tokenHash(opaqueTokenOf(asker)),
    subject: asker.subject,
    group_grant: isMember(asker) ? 'memberships' : asker.sight === 'all' ? 'all' : 'listed',
    created_at: 0,
  }));
  await insertRows(db, 'opaque_tokens', tokens);
  const listed = holders.map((asker) => (isMember(asker) ? { ...asker, sight: [] } : asker));
  await insertRows(db, 'opaque_token_groups', grants(world, listed, 'token_id'));
}

/** Which caller, by its index, may see which group. */
function grants(world: World, askers: readonly Asker[], column: string): object[] {
  return askers.flatMap(({ sight }, at) =>
    world.groups
      .filter(({ identifier }) => sight !== 'all' && sight.includes(identifier))
      .map((group) => ({ [column]: at + 1, group_id: group.id })),
  );
}
