import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Kysely } from 'kysely';

import type { OnLeases, ProgressReporter } from '../../src/cli/progress';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import type { Tables } from '../../src/db/tables';
import { seedDatabase } from '../../ingest/seed/seed';
import { databaseExists, recreateDatabase } from '../local-server/databases';
import type { LocalServer } from '../local-server/start';
import { readDatabaseAddress } from '../../src/config/settings';

const NAME = 'leasegate';

export interface DemoData {
  readonly leases: number;
  readonly groups: number;
  readonly seed: number;
  /** Most leases begin before this day. */
  readonly baseDate: string;
}

export interface DemoDatabaseOptions {
  readonly folder: string;
  readonly server: LocalServer;
  readonly data: DemoData;
  /** Called before seeding. */
  readonly startProgress: () => ProgressReporter;
}

/** Prepares a database with the newest schema and the demo data. Keeps that of an earlier run. Returns its URL. */
export async function prepareDemoDatabase(options: DemoDatabaseOptions): Promise<string> {
  const { folder, server, data, startProgress } = options;
  const { kind, version } = server.program;
  const wanted = JSON.stringify({ ...data, server: `${kind} ${version}` });
  // Written when the data is complete, so an interrupted run leaves no file.
  const doneFile = join(folder, 'seeded.json');
  const isMarked = existsSync(doneFile) && readFileSync(doneFile, 'utf8') === wanted;
  const isDone = isMarked && (await databaseExists(server.url, NAME));
  if (!isDone) {
    rmSync(doneFile, { force: true });
    await recreateDatabase(server.url, NAME);
  }

  const url = `${server.url}/${NAME}`;
  const db = connect(readDatabaseAddress({ DATABASE_URL: url }), COMMAND_CONNECTION);
  try {
    await migrate(db);
    if (!isDone) {
      await seed(db, data, startProgress());
      writeFileSync(doneFile, wanted);
    }
  } finally {
    await db.destroy();
  }
  return url;
}

async function seed(db: Kysely<Tables>, data: DemoData, progress: ProgressReporter): Promise<void> {
  const onProgress: OnLeases = (leases, total) => progress.update(leases, total, `${leases} leases`);
  await seedDatabase({ db, ...data, onProgress }).finally(() => progress.stop());
}
