import { text } from 'node:stream/consumers';

import { Command, Option } from 'commander';
import type { Kysely } from 'kysely';

import { fetchKeySet, KeySetError } from '../auth/key-set';
import { COMMAND_CONNECTION, connect } from '../db/connect';
import { databaseReport } from '../db/pool/failures';
import { checkSchema } from '../db/schema-check';
import type { Tables } from '../db/tables';
import type { DatabaseAddress } from '../config/setting-values';
import { suspectSettings } from '../config/environment';
import { type Environment, readDatabaseAddress, readSetting, readSettings, SettingsError } from '../config/settings';
import { localDateIn } from '../model/local-date';
import type { ExplainOptions } from './explain';
import { badStyle, CommandFailure, examples, goodStyle, jsonOption, type JsonOption } from './terminal';

/** A check of the stored records, of a database whose schema fits. */
export interface DataCheck {
  readonly what: string;
  /** What is wrong, a phrase each. */
  problems(db: Kysely<Tables>): Promise<readonly string[]>;
}

/**
 * `leasegate check`: a line each for the settings, the identity provider's key set, the database, its schema, its further
 * hosts, and the stored records. There is no line for what is not configured.
 */
export function checkCommand(environment: Environment, dataChecks: readonly DataCheck[]): Command {
  return new Command('check')
    .description('check the settings, key set, database, schema, further hosts, repeated data and stored values')
    .addOption(jsonOption())
    .addOption(
      new Option('--explain <records>', 'show how the lookup is answered whose body is on standard input')
        .choices(['leases', 'tenants'])
        .conflicts('json'),
    )
    .option('--groups <identifiers>', 'with --explain: the groups of the caller, separated by commas (default: all)')
    .addHelpText(
      'after',
      `${examples('leasegate check', 'leasegate check --json', 'leasegate check --explain tenants --groups acme <body.json')}\n\nThe exit status is 1 if a check fails.`,
    )
    .action(async ({ json, explain, groups }: CheckOptions, command: Command) => {
      if (groups !== undefined && explain === undefined) command.error('error: --groups needs --explain.');
      if (explain !== undefined) {
        for (const step of await explained(environment, explain, groups)) console.log(step);
        return;
      }
      const checks = await checkAll(environment, dataChecks);
      const fit = checks.every(({ problems }) => problems.length === 0);
      if (json) console.log(JSON.stringify({ fit, checks }));
      else for (const result of checks) console.log(line(result));
      if (!fit) process.exitCode = 1;
    });
}

interface CheckOptions extends JsonOption {
  readonly explain?: ExplainOptions['find'];
  readonly groups?: string;
}

async function explained(
  environment: Environment,
  find: ExplainOptions['find'],
  groups: string | undefined,
): Promise<string[]> {
  const { explainLookup } = await import('./explain.ts');
  const body = objectOf(await text(process.stdin));
  return explainLookup({
    address: readDatabaseAddress(environment),
    find,
    body,
    groups: groups === undefined ? { kind: 'all' } : { kind: 'listed', identifiers: groups.split(',') },
    today: localDateIn(readSetting(environment, 'BUSINESS_TIME_ZONE'))(new Date()),
  });
}

function objectOf(json: string): object {
  try {
    const body: unknown = JSON.parse(json);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // The error would repeat the text.
  }
  throw new CommandFailure('Standard input must be the JSON object of a request body.');
}

interface Result {
  readonly what: string;
  readonly problems: readonly string[];
  /** The migrations that only a newer release knows. */
  readonly newer?: readonly string[];
  /** The keys of the set that verify no token, and why. */
  readonly unusable?: readonly string[];
}

function line({ what, problems, newer = [], unusable = [] }: Result): string {
  const remarks = [
    ...(newer.length === 0 || problems.length > 0 ? [] : [`, with ${newer.join(', ')} of a newer release`]),
    ...(unusable.length === 0 ? [] : [`; keys that verify no token: ${unusable.length} (${unusable.join(', ')})`]),
  ];
  return `${what}: ${problems.length > 0 ? badStyle(problems.join('; ')) : goodStyle('ok')}${remarks.join('')}`;
}

async function checkAll(environment: Environment, dataChecks: readonly DataCheck[]): Promise<Result[]> {
  const data = dataChecks.map(({ what }) => what);
  const settings = [
    {
      what: 'settings and keys',
      problems: [...settingsProblems(() => readSettings(environment)), ...suspectSettings(environment)],
    },
    ...(await keySetResults(environment)),
  ];
  const unusable = settingsProblems(() => readDatabaseAddress(environment));
  if (unusable.length > 0) return [...settings, ...unknown('without DATABASE_URL', 'database', 'schema', ...data)];

  const [first, ...others] = readSetting(environment, 'DATABASE_URL');
  const db = connect(first, COMMAND_CONNECTION);
  const further = Promise.all(others.map((address, index) => hostResult(address, index + 2)));
  try {
    const { problems, newer } = await checkSchema(db);
    const results: Result[] = [
      ...settings,
      { what: 'database', problems: [] },
      { what: 'schema', problems, ...(newer.length > 0 && { newer }) },
      ...(await further),
    ];
    if (problems.length > 0) return [...results, ...unknown('without its schema', ...data)];
    for (const { what, problems: find } of dataChecks) results.push({ what, problems: await find(db) });
    return results;
  } catch (failure) {
    const database = { what: 'database', problems: [databaseReport(failure)] };
    return [...settings, database, ...(await further), ...unknown('without the database', 'schema', ...data)];
  } finally {
    await db.destroy();
  }
}

/** One for each host after the first. It does not say whether the host is too far behind at the moment. */
async function hostResult(address: DatabaseAddress, number: number): Promise<Result> {
  const what = `host ${number}`;
  const host = connect(address, COMMAND_CONNECTION);
  try {
    return { what, problems: (await checkSchema(host)).problems };
  } catch (failure) {
    return { what, problems: [databaseReport(failure)] };
  } finally {
    await host.destroy();
  }
}

/** Empty without a key set, or when its URL is invalid, which is a problem of the settings. */
async function keySetResults(environment: Environment): Promise<Result[]> {
  if (settingsProblems(() => readSetting(environment, 'AUTH_JWKS_URL')).length > 0) return [];
  const url = readSetting(environment, 'AUTH_JWKS_URL').reveal();
  // A query may hold a secret.
  const [address] = url.split('?');
  try {
    const { keys, unusable } = await fetchKeySet(url);
    const problems = keys.length > 0 ? [] : [`${address} has no key that can verify a token`];
    return [{ what: 'key set', problems, ...(unusable.length > 0 && { unusable }) }];
  } catch (error) {
    if (!(error instanceof KeySetError)) throw error;
    return [{ what: 'key set', problems: [`${address} ${error.message}${systemReport(error)}`] }];
  }
}

/** The code that the system reported, which `fetch` nests two causes deep. */
function systemReport({ cause }: Error): string {
  const { code } = ((cause instanceof Error && cause.cause) || {}) as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}

const unknown = (reason: string, ...whats: string[]): Result[] =>
  whats.map((what) => ({ what, problems: [`unknown ${reason}`] }));

function settingsProblems(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
