import { join } from 'node:path';

import { importFolder } from '../../ingest/import/import-folder';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ROOT } from '../docs/repository';

/** A database with the data of `examples/two-groups`, of which the examples in `openapi.json` speak. */
export const exampleDatabase = (): Promise<TestDatabase> => databaseFrom(join(ROOT, 'examples', 'two-groups'));

/** @throws {Error} if the import of the folder refuses a record */
export async function databaseFrom(folder: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await importFolder({
    db: database.db,
    folder,
    rejects: '/dev/null',
    onRefusal: ({ file, line, reason }) => {
      throw new Error(`${file}:${line} ${reason}`);
    },
  });
  return database;
}
