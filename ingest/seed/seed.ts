import type { Kysely } from 'kysely';

import type { OnLeases } from '../../src/cli/progress';
import type { Tables } from '../../src/db/tables';
import { COLUMNS, KINDS } from '../import/kinds';
import { LoadingError } from '../import/refusals';
import { BATCH_SIZE, chunksOf, inTransaction, insertRows, withImportLock } from '../import/statements';
import { insertLeaseTenants } from '../import/store';
import { createWorld, type WorldSize } from './world';

interface SeedOptions extends WorldSize {
  readonly db: Kysely<Tables>;
  readonly onProgress?: OnLeases;
}

/**
 * Fills a migrated, empty database. The same arguments give the same data, row ids included.
 * @throws {LoadingError} when there are records, or leases without a group
 */
export async function seedDatabase({ db, onProgress, ...size }: SeedOptions): Promise<void> {
  if (size.leases > 0 && size.groups === 0) throw new LoadingError('Leases need at least one group.');
  await db.connection().execute((connection) =>
    withImportLock(connection, async () => {
      await refuseRecords(connection);
      let leases = 0;
      for (const part of createWorld(size, BATCH_SIZE)) {
        await inTransaction(connection, async (transaction) => {
          for (const kind of KINDS) await insertRows(transaction, kind, ['id', ...COLUMNS[kind]], part[kind]);
          for (const pairs of chunksOf(part.pairs, BATCH_SIZE)) await insertLeaseTenants(transaction, pairs);
        });
        onProgress?.((leases += part.leases.length), size.leases);
      }
    }),
  );
}

async function refuseRecords(db: Kysely<Tables>): Promise<void> {
  for (const kind of KINDS) {
    const found = await db.selectFrom(kind).select('id').limit(1).execute();
    const clash = `The database already has ${kind}. Only an empty database can be seeded, otherwise identifiers would clash.`;
    if (found.length > 0) throw new LoadingError(clash);
  }
}
