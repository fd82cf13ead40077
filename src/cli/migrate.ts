import { Command } from 'commander';

import { migrate } from '../db/migrations/index';
import type { Environment } from '../config/settings';
import { examples } from './terminal';
import { withDatabase } from './with-database';

/** `leasegate migrate` */
export function migrateCommand(environment: Environment): Command {
  return new Command('migrate')
    .description('migrate the database to the newest schema; safe to run on several machines at once')
    .addHelpText('after', examples('DATABASE_URL=mysql://… leasegate migrate'))
    .action(() =>
      withDatabase(environment, async (db) => {
        const done = await migrate(db);
        for (const name of done) console.log(`migrated ${name}`);
        if (done.length === 0) console.log('The schema is already up to date.');
      }),
    );
}
