import { Command } from 'commander';

import { COMMAND_CONNECTION, connect } from '../db/connect';
import { schemaProblems } from '../db/schema-check';
import { type Environment, readSettings, SettingsError } from '../settings';
import { databaseProblem } from './database-problem';

/** `leasegate check`: a line each for the settings with their keys, the database and its schema. */
export function checkCommand(environment: Environment): Command {
  return new Command('check')
    .description('say whether settings, database and schema are fit to serve')
    .addHelpText('after', '\nExit status 1 when one of them is not.')
    .action(async () => {
      for (const { what, problems } of await verdicts(environment)) {
        console.log(problems.length === 0 ? `${what}: ok` : `${what}: ${problems.join('; ')}`);
        if (problems.length > 0) process.exitCode = 1;
      }
    });
}

interface Verdict {
  readonly what: string;
  readonly problems: readonly string[];
}

const SETTINGS_OK: Verdict = { what: 'settings and keys', problems: [] };

async function verdicts(environment: Environment): Promise<Verdict[]> {
  try {
    const { database } = readSettings(environment);
    const db = connect(database, COMMAND_CONNECTION);
    try {
      return await schemaProblems(db).then(
        (problems) => [SETTINGS_OK, { what: 'database', problems: [] }, { what: 'schema', problems }],
        (failure: unknown) => [
          SETTINGS_OK,
          { what: 'database', problems: [databaseProblem(failure)] },
          { what: 'schema', problems: ['not known without the database'] },
        ],
      );
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [{ what: 'settings and keys', problems: error.problems }];
  }
}
