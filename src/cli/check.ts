import { performance } from 'node:perf_hooks';

import { Command } from 'commander';
import type { Kysely } from 'kysely';

import { fetchKeySet, KeySetError } from '../auth/key-set';
import { COMMAND_CONNECTION, connect } from '../db/connect';
import { findDrift } from '../db/drift';
import { databaseProblem } from '../db/pool/failures';
import { replicaProblems } from '../db/replicas/replica';
import { schemaProblems } from '../db/schema-check';
import type { Tables } from '../db/tables';
import {
  type Environment,
  readDatabaseAddress,
  readKeySetUrl,
  readReplicaAddresses,
  readSettings,
  SettingsError,
} from '../config/settings';
import { jsonOption, type JsonOption } from './json-option';
import { createProgress } from './progress';
import { badStyle, examples, goodStyle } from './style';

/**
 * `leasegate check`: a line each for the settings with their keys, the identity provider's key set where
 * there is one, the database, its schema, its replicas where there are some, and what it repeats.
 */
export function checkCommand(environment: Environment): Command {
  return new Command('check')
    .description('say whether settings, key set, database, schema and the data that it repeats are fit to serve')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${examples('leasegate check', 'leasegate check --json')}\n\nExit status 1 when one of them is not.`,
    )
    .action(async ({ json }: JsonOption) => {
      const checks = await verdicts(environment);
      const fit = checks.every(({ problems }) => problems.length === 0);
      if (json) console.log(JSON.stringify({ fit, checks }));
      else for (const verdict of checks) console.log(line(verdict));
      if (!fit) process.exitCode = 1;
    });
}

interface Verdict {
  readonly what: string;
  readonly problems: readonly string[];
}

const line = ({ what, problems }: Verdict): string =>
  `${what}: ${problems.length === 0 ? goodStyle('ok') : badStyle(problems.join('; '))}`;

async function verdicts(environment: Environment): Promise<Verdict[]> {
  const settings = [
    { what: 'settings and keys', problems: settingsProblems(() => readSettings(environment)) },
    ...(await keySetVerdicts(environment)),
  ];
  const unusable = settingsProblems(() => readDatabaseAddress(environment));
  if (unusable.length > 0)
    return [...settings, ...unknown('without DATABASE_URL', 'database', 'schema', REPEATED_DATA)];

  const db = connect(readDatabaseAddress(environment), COMMAND_CONNECTION);
  try {
    const problems = await schemaProblems(db);
    const replicas = await replicaVerdicts(environment, db);
    const known = [...settings, { what: 'database', problems: [] }, { what: 'schema', problems }, ...replicas];
    if (problems.length > 0) return [...known, ...unknown('without its schema', REPEATED_DATA)];
    return [...known, { what: REPEATED_DATA, problems: await drift(db) }];
  } catch (failure) {
    const database = { what: 'database', problems: [databaseProblem(failure)] };
    return [...settings, database, ...unknown('without the database', 'schema', REPEATED_DATA)];
  } finally {
    await db.destroy();
  }
}

/** One for each replica, but not whether it is too far behind at the moment. */
async function replicaVerdicts(environment: Environment, primary: Kysely<Tables>): Promise<Verdict[]> {
  if (settingsProblems(() => readReplicaAddresses(environment)).length > 0) return [];
  const verdicts = readReplicaAddresses(environment).map(async (address, index): Promise<Verdict> => {
    const what = `replica ${index + 1}`;
    const replica = connect(address, COMMAND_CONNECTION);
    try {
      return { what, problems: await replicaProblems(primary, replica) };
    } catch (failure) {
      return { what, problems: [databaseProblem(failure)] };
    } finally {
      await replica.destroy();
    }
  });
  return Promise.all(verdicts);
}

/** None where no key set is asked for, or where nobody can tell where it is. */
async function keySetVerdicts(environment: Environment): Promise<Verdict[]> {
  if (settingsProblems(() => readKeySetUrl(environment)).length > 0) return [];
  const url = readKeySetUrl(environment);
  if (url === undefined) return [];
  try {
    const keys = await fetchKeySet(url);
    return [{ what: 'key set', problems: keys.length > 0 ? [] : ['has no key that can verify a token'] }];
  } catch (error) {
    if (error instanceof KeySetError) return [{ what: 'key set', problems: [error.message] }];
    throw error;
  }
}

const REPEATED_DATA = 'repeated data';

async function drift(db: Kysely<Tables>): Promise<string[]> {
  const now = () => performance.now();
  const began = now();
  const progress = createProgress({ stream: process.stderr, now });
  try {
    return await findDrift(db, {
      onProgress({ leases, leasesTotal }) {
        const rate = Math.round((leases / (now() - began)) * 1000);
        progress.update(leases, leasesTotal, `${leases} leases compared, ${rate}/s`);
      },
    });
  } finally {
    progress.stop();
  }
}

const unknown = (reason: string, ...whats: string[]): Verdict[] =>
  whats.map((what) => ({ what, problems: [`not known ${reason}`] }));

function settingsProblems(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
