import { Command, CommanderError } from 'commander';

import { suspectSettings, withSecretFiles } from '../config/environment';
import { type Environment, SettingsError } from '../config/settings';
import { ServiceError } from '../errors';
import { CommandFailure, errorStyle, examples, outputError } from './terminal';

/** Exit statuses of every command. */
const FAILED = 1;
const WRONG_USAGE = 2;

/** Commands by their names. A command is loaded only when needed, so that `serve` loads the packages of no other. */
export type Commands = Readonly<Record<string, (environment: Environment) => Promise<Command>>>;

/** In the order of the help. */
const COMMANDS: Commands = {
  serve: async (environment) => (await import('./serve.ts')).serveCommand(environment),
  ready: async (environment) => (await import('./ready.ts')).readyCommand(environment),
  migrate: async (environment) => (await import('./migrate.ts')).migrateCommand(environment),
  member: async (environment) => (await import('./access.ts')).memberCommand(environment),
  token: async (environment) => (await import('./access.ts')).tokenCommand(environment),
  'print-schema': async () => (await import('./print.ts')).printSchemaCommand(),
  'print-openapi': async (environment) => (await import('./print.ts')).printOpenApiCommand(environment),
  'print-config': async (environment) => (await import('./print.ts')).printConfigCommand(environment),
};

interface Program {
  readonly environment: Environment;
  readonly version: string;
}

/** The program with the command that `argv` starts with. Without one, as for `--help`, it has all; for `--version` none. */
async function program(argv: readonly string[], commands: Commands, { environment, version }: Program) {
  const root = new Command('leasegate')
    .description('Property-management lookup gateway: leases of a tenant and tenants of leases, over REST and GraphQL.')
    .version(version);
  const chosen = Object.entries(commands).filter(([name]) => name === argv[0]);
  const settings = chosen.length > 0 ? withSecretFiles(environment) : environment;
  const needsAll = chosen.length === 0 && !['-V', '--version'].includes(argv[0] ?? '');
  for (const [, load] of needsAll ? Object.entries(commands) : chosen) root.addCommand(await load(settings));
  if (needsAll) root.addHelpText('after', examples('leasegate check', 'leasegate help token create'));
  for (const command of [root, ...descendants(root)]) {
    command.exitOverride().showHelpAfterError(helpHint(command)).configureOutput({ outputError });
  }
  return root;
}

const helpHint = (command: Command): string => `Run \`${fullName(command)} --help\` for help.`;

const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;

function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * Runs one command line and returns its exit status: 0 done, 1 failed, 2 wrong usage.
 * @param more the commands of parts that are not imported here
 */
export async function runCommandLine(
  argv: readonly string[],
  environment: Environment,
  version: string,
  more: Commands = {},
): Promise<number> {
  try {
    await (
      await program(argv, { ...COMMANDS, ...more }, { environment, version })
    ).parseAsync([...argv], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    return failed(error, environment);
  }
}

/** Prints why a command failed, and returns its exit status. */
export async function failed(error: unknown, environment: Environment): Promise<number> {
  console.error(errorStyle(await messageOf(error, environment)));
  return FAILED;
}

/** The message for the terminal about a failure. */
async function messageOf(error: unknown, environment: Environment): Promise<string> {
  if (error instanceof SettingsError)
    return `Invalid settings:\n  ${[...error.problems, ...suspectSettings(environment)].join('\n  ')}`;
  if (error instanceof CommandFailure) return error.message;
  // By its name, because only the commands that need imports load them.
  if (error instanceof Error && error.name === 'LoadingError') return error.message;
  if (error instanceof ServiceError) {
    const { databaseReport } = await import('../db/pool/failures.ts');
    return `The database ${databaseReport(error)}.`;
  }
  return `Failed: ${error instanceof Error ? error.message : String(error)}`;
}
