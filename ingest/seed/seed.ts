import type { Kysely } from 'kysely';

import type { Tables } from '../../src/db/tables';
import { readAhead } from '../import/read-batches';
import { KINDS } from '../import/kinds';
import { LoadingError } from '../import/refusals';
import { BATCH_SIZE, execute, withCleanUp, withImportLock } from '../import/statements';
import { idIn, type PreparedLease, Store } from '../import/store';
import { createWorld, type World, type WorldPart, type WorldSize } from './world';

interface SeedOptions extends WorldSize {
  /** A pool of at least two connections. */
  readonly db: Kysely<Tables>;
  readonly onProgress?: (progress: { readonly leases: number; readonly leasesTotal: number }) => void;
}

/**
 * Fills a migrated, empty database. The same arguments give the same data. One connection stores the units and tenants of
 * a part while another stores the leases of the part before; row ids of each kind follow the order of the world.
 * @throws {LoadingError} when there are records, or leases without a group
 */
export async function seedDatabase({ db, onProgress, ...size }: SeedOptions): Promise<void> {
  if (size.leases > 0 && size.groups === 0) throw new LoadingError('Leases need at least one group.');
  const fill = async (connection: Kysely<Tables>, writer: Kysely<Tables>) => {
    let stored = 0;
    for await (const leases of readAhead(storableLeases(new Store(connection), createWorld(size)))) {
      await writer.transaction().execute((transaction) => new Store(transaction).insertLeases(leases));
      stored += leases.length;
      onProgress?.({ leases: stored, leasesTotal: size.leases });
    }
  };
  await db.connection().execute((connection) =>
    withImportLock(connection, async () => {
      await refuseRecords(connection);
      await db.connection().execute((writer) => withoutKeyChecks([connection, writer], () => fill(connection, writer)));
    }),
  );
}

/** The records of a world fit each other by construction. Checking every key would take a tenth of the time. */
async function withoutKeyChecks(sessions: readonly Kysely<Tables>[], work: () => Promise<void>): Promise<void> {
  const set = async (value: 0 | 1) => {
    for (const session of sessions) await execute(session, `set foreign_key_checks = ${value}`);
  };
  await withCleanUp(
    async () => {
      await set(0);
      await work();
    },
    () => set(1),
  );
}

async function refuseRecords(db: Kysely<Tables>): Promise<void> {
  for (const kind of KINDS) {
    const found = await db.selectFrom(kind).select('id').limit(1).execute();
    if (found.length > 0) {
      throw new LoadingError(
        `The database already has ${kind}. Only an empty database can be seeded, otherwise identifiers would clash.`,
      );
    }
  }
}

/** The leases of a world, part by part. The records that they refer to are stored first. */
async function* storableLeases(store: Store, world: World): AsyncGenerator<PreparedLease[], void> {
  await store.insert('groups', world.groups);
  const groups = await store.find('groups', [], world.groups.map(identifierOf));
  const inGroup = ({ group, row }: WorldPart['units'][number]) => ({ ...row, group_id: idIn(groups, group) });
  for (const part of world.parts(BATCH_SIZE)) {
    await store.insert('units', part.units.map(inGroup));
    await store.insert('tenants', part.tenants.map(inGroup));
    const unitsOfPart = part.leases.map(({ unit }) => unit);
    const tenantsOfPart = part.leases.flatMap(({ tenants }) => tenants);
    const units = await store.find('units', [], unitsOfPart);
    const tenants = await store.find('tenants', [], tenantsOfPart);
    yield part.leases.map((lease) => ({
      row: { ...inGroup(lease), identifier: identifierOf(lease.row), unit_id: idIn(units, lease.unit) },
      tenants: lease.tenants.map((tenant) => idIn(tenants, tenant)),
    }));
  }
}

const identifierOf = (row: { readonly [column: string]: unknown }): string => String(row.identifier);
