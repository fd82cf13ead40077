import { Command } from 'commander';

import { COMMAND_CONNECTION, connect } from '../db/connect';
import { schemaProblems } from '../db/schema-check';
import { type Environment, readDatabaseAddress, readSettings, SettingsError } from '../settings';
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

async function verdicts(environment: Environment): Promise<Verdict[]> {
  const settings = { what: 'settings and keys', problems: settingsProblems(() => readSettings(environment)) };
  const unusable = settingsProblems(() => readDatabaseAddress(environment));
  if (unusable.length > 0) return [settings, ...unknown('not known without DATABASE_URL')];

  const db = connect(readDatabaseAddress(environment), COMMAND_CONNECTION);
  try {
    const problems = await schemaProblems(db);
    return [settings, { what: 'database', problems: [] }, { what: 'schema', problems }];
  } catch (failure) {
    return [settings, ...unknown('not known without the database', databaseProblem(failure))];
  } finally {
    await db.destroy();
  }
}

function unknown(schema: string, database = schema): Verdict[] {
  return [
    { what: 'database', problems: [database] },
    { what: 'schema', problems: [schema] },
  ];
}

function settingsProblems(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
