import type { Kysely } from 'kysely';

import type { Tables } from '../db/tables';
import { BATCH_SIZE, insertRows, selectByIdentifier, type StoredRow } from './bulk';
import { exclusively } from './exclusively';
import { KINDS } from './kinds';
import { LoadingError } from './refusal';
import { COLUMNS } from './rows';
import { createWorld, type WorldPart, type WorldSize } from './seed-world';
import { writeLeases } from './write-leases';

interface SeedOptions extends WorldSize {
  readonly db: Kysely<Tables>;
  readonly onProgress?: (progress: { readonly leases: number; readonly leasesTotal: number }) => void;
}

/**
 * Fills a migrated database that holds no records: the same arguments, the same data.
 * @throws {LoadingError} when there are records, or no group to hold the leases
 */
export async function seedDatabase({ db, onProgress, ...size }: SeedOptions): Promise<void> {
  if (size.leases > 0 && size.groups === 0) throw new LoadingError('Leases need a group: ask for one or more.');
  await db.connection().execute((connection) =>
    exclusively(connection, async () => {
      await refuseRecords(connection);
      const world = createWorld(size);
      await insertRows(connection, 'groups', ['identifier', 'external_ref'], world.groups);
      const groups = await selectByIdentifier(connection, 'groups', [], world.groups.map(identifierOf));
      let leases = 0;
      for (const part of world.parts(BATCH_SIZE)) {
        await connection.transaction().execute((transaction) => insertPart(transaction, part, groups));
        leases += part.leases.length;
        onProgress?.({ leases, leasesTotal: size.leases });
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

async function insertPart(db: Kysely<Tables>, part: WorldPart, groups: ReadonlyMap<string, StoredRow>): Promise<void> {
  const inGroup = ({ group, row }: WorldPart['units'][number]) => ({ ...row, group_id: idIn(groups, group) });
  await insertRows(db, 'units', COLUMNS.units, part.units.map(inGroup));
  await insertRows(db, 'tenants', COLUMNS.tenants, part.tenants.map(inGroup));
  const units = await selectByIdentifier(
    db,
    'units',
    [],
    part.leases.map(({ unit }) => unit),
  );
  const tenants = await selectByIdentifier(
    db,
    'tenants',
    [],
    part.leases.flatMap((lease) => lease.tenants),
  );
  const leases = part.leases.map((lease) => ({
    row: { ...inGroup(lease), identifier: identifierOf(lease.row), unit_id: idIn(units, lease.unit) },
    tenants: lease.tenants.map((tenant) => idIn(tenants, tenant)),
  }));
  await writeLeases(db, leases);
}

const identifierOf = (row: { readonly [column: string]: unknown }): string => String(row.identifier);

function idIn(rows: ReadonlyMap<string, StoredRow>, identifier: string): number {
  const row = rows.get(identifier);
  if (row === undefined) throw new Error('A record that was just stored is not there.');
  return row.id;
}
