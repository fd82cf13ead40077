import { Command, CommanderError } from 'commander';

import { ServiceError } from '../errors';
import { type Environment, SettingsError } from '../settings';
import { checkCommand } from './check';
import { databaseProblem } from './database-problem';
import { CommandFailure } from './failure';
import { importCommand } from './import';
import { memberCommand } from './member';
import { migrateCommand } from './migrate';
import { printConfigCommand, printSchemaCommand } from './print';
import { seedCommand } from './seed';
import { serveCommand } from './serve';

/** Exit statuses of every command. */
const FAILED = 1;
const WRONG_USAGE = 2;

function program(environment: Environment, version: string): Command {
  const root = new Command('leasegate')
    .description('Property-management lookup gateway: leases of a tenant and tenants of leases, over REST and GraphQL.')
    .version(version);
  const commands = [
    serveCommand(environment),
    migrateCommand(environment),
    importCommand(environment),
    seedCommand(environment),
    memberCommand(environment),
    printSchemaCommand(),
    printConfigCommand(environment),
    checkCommand(environment),
  ];
  for (const command of commands) root.addCommand(command);
  for (const command of [root, ...allBelow(root)]) command.exitOverride().showHelpAfterError();
  return root;
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allBelow(child)]);
}

/** Runs one command line and returns its exit status: 0 done, 1 failed, 2 wrong usage. */
export async function runCommandLine(
  argv: readonly string[],
  environment: Environment,
  version: string,
): Promise<number> {
  try {
    await program(environment, version).parseAsync([...argv], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    console.error(told(error));
    return FAILED;
  }
}

function told(error: unknown): string {
  if (error instanceof SettingsError) return `The settings are not right:\n  ${error.problems.join('\n  ')}`;
  if (error instanceof CommandFailure) return error.message;
  if (error instanceof ServiceError) return `The database ${databaseProblem(error)}.`;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `Another program listens there already: ${(error as Error).message}. Set HOST, PORT, ADMIN_HOST or ADMIN_PORT.`;
  }
  return `It failed: ${error instanceof Error ? error.message : String(error)}`;
}
