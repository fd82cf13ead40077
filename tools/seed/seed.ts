import type { Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { readAhead } from '../../src/import/read-batches';
import {
  BATCH_SIZE,
  withImportLock,
  insertRows,
  selectByIdentifier,
  type StoredRow,
} from '../../src/import/statements';
import { COLUMNS, KINDS } from '../../src/import/kinds';
import { LoadingError } from '../../src/import/refusals';
import { createWorld, type World, type WorldPart, type WorldSize } from './world';
import { insertLeases, type PreparedLease } from '../../src/import/write-leases';

interface SeedOptions extends WorldSize {
  /** Of two connections or more. */
  readonly db: Kysely<Tables>;
  readonly onProgress?: (progress: { readonly leases: number; readonly leasesTotal: number }) => void;
}

/**
 * Fills a migrated database that holds no records: the same arguments, the same data. The units and tenants of a part are
 * stored on one connection while another stores the leases of the part before: each kind has its ids in the world's order.
 * @throws {LoadingError} when there are records, or no group to hold the leases
 */
export async function seedDatabase({ db, onProgress, ...size }: SeedOptions): Promise<void> {
  if (size.leases > 0 && size.groups === 0) throw new LoadingError('Leases need a group: ask for one or more.');
  await db.connection().execute((connection) =>
    withImportLock(connection, async () => {
      await refuseRecords(connection);
      let stored = 0;
      for await (const leases of readAhead(housedLeases(connection, createWorld(size)))) {
        await db.transaction().execute((transaction) => insertLeases(transaction, leases));
        stored += leases.length;
        onProgress?.({ leases: stored, leasesTotal: size.leases });
      }
    }),
  );
}

async function refuseRecords(db: Kysely<Tables>): Promise<void> {
  for (const kind of KINDS) {
    const found = await db.selectFrom(kind).select('id').limit(1).execute();
    if (found.length > 0) {
      throw new LoadingError(
        `The database already holds ${kind}; seed fills an empty one only, else identifiers clash.`,
      );
    }
  }
}

/** The leases of a world, part by part, everything that they refer to being stored. */
async function* housedLeases(db: Kysely<Tables>, world: World): AsyncGenerator<PreparedLease[], void> {
  await insertRows(db, 'groups', ['identifier', 'external_ref'], world.groups);
  const groups = await selectByIdentifier(db, 'groups', [], world.groups.map(identifierOf));
  const inGroup = ({ group, row }: WorldPart['units'][number]) => ({ ...row, group_id: idIn(groups, group) });
  for (const part of world.parts(BATCH_SIZE)) {
    await insertRows(db, 'units', COLUMNS.units, part.units.map(inGroup));
    await insertRows(db, 'tenants', COLUMNS.tenants, part.tenants.map(inGroup));
    const unitsOfPart = part.leases.map(({ unit }) => unit);
    const tenantsOfPart = part.leases.flatMap(({ tenants }) => tenants);
    const units = await selectByIdentifier(db, 'units', [], unitsOfPart);
    const tenants = await selectByIdentifier(db, 'tenants', [], tenantsOfPart);
    yield part.leases.map((lease) => ({
      row: { ...inGroup(lease), identifier: identifierOf(lease.row), unit_id: idIn(units, lease.unit) },
      tenants: lease.tenants.map((tenant) => idIn(tenants, tenant)),
    }));
  }
}

const identifierOf = (row: { readonly [column: string]: unknown }): string => String(row.identifier);

function idIn(rows: ReadonlyMap<string, StoredRow>, identifier: string): number {
  const row = rows.get(identifier);
  if (row === undefined) throw new Error('A record that was just stored is not there.');
  return row.id;
}
