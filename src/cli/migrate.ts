import { Command } from 'commander';

import { migrate } from '../db/migrations/index';
import type { Environment } from '../config/settings';
import { checkSchema } from '../db/schema-check';
import { CommandFailure, examples } from './terminal';
import { withDatabase } from './with-database';

/** `leasegate migrate` */
export function migrateCommand(environment: Environment): Command {
  return new Command('migrate')
    .description('migrate the database to the newest schema; safe to run on several machines at once')
    .addHelpText('after', examples('DATABASE_URL=mysql://… leasegate migrate'))
    .action(() =>
      withDatabase(environment, async (db) => {
        const { problems, newer } = await checkSchema(db);
        if (newer.length === 0) return report(await migrate(db));
        if (problems.length > 0) throw new CommandFailure(`Nothing was migrated: ${problems.join('; ')}`);
        console.log(`Nothing to do: a newer release added ${newer.join(', ')}, and this release serves on the schema.`);
      }),
    );
}

function report(done: readonly string[]): void {
  for (const name of done) console.log(`migrated ${name}`);
  if (done.length === 0) console.log('The schema is already up to date.');
}
