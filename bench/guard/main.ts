/**
 * `npm run bench:guard [-- --write] [-- --json FILE]`: fails when a request costs more CPU time than `limits.json` allows.
 * On the server that BENCH_DATABASE_URL names, else on a private one. `--write` renews the limits instead; `--json`
 * writes the numbers of cases that passed and failed, in the words of Jest's report.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createProgress } from '../../src/cli/progress';
import type { DatabaseAddress } from '../../src/config/setting-values';
import { inWorld, onDatabaseServer } from '../scale/world-database';
import { type Case, CASES, caseTitle } from '../speed/cases';
import { cpuRatios } from '../speed/measure';
import { median } from '../speed/statistics';
import { type Limits, limitsOf } from './limits';
import { judge, type Measured, verdictTable } from './verdict';

const ROOT = join(__dirname, '..', '..', '..');
const LIMITS = join(ROOT, 'bench', 'guard', 'limits.json');
const LEASES = 10_000;
/** Many short rounds, so that other load slows the floor and Leasegate alike. */
const ROUND_MS = 200;
const ROUNDS = 24;
const SECOND_LOOK = 2 * ROUNDS;
const RUNS_FOR_LIMITS = 3;

const now = () => performance.now();
const say = (line: string) => console.log(line);
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false }, json: { type: 'string' } } });

/** Both servers restart each time: the code that V8 compiles differs a little from start to start. */
async function measure(address: DatabaseAddress, cases: readonly Case[], rounds: number): Promise<Measured[]> {
  const progress = createProgress({ stream: process.stderr, now });
  const onStep = (done: number, total: number) => progress.update(done, total, `${done} of ${total} turns`);
  const secret = randomBytes(32).toString('hex');
  const stand = { root: ROOT, address, leases: LEASES, servers: ['floor', 'leasegate'], secret } as const;
  const ratios = await cpuRatios({ ...stand, cases, rounds, roundMs: ROUND_MS, now, onStep }).finally(() =>
    progress.stop(),
  );
  return ratios.filter(({ server }) => server === 'leasegate');
}

async function writeLimits(address: DatabaseAddress, before: Limits): Promise<void> {
  const runs: Measured[][] = [];
  for (let run = 0; run < RUNS_FOR_LIMITS; run += 1) runs.push(await measure(address, CASES, ROUNDS));
  const ratioOf = (one: Case) => median(runs.flat().flatMap((figure) => (figure.one === one ? [figure.ratio] : [])));
  const limits = limitsOf(new Map(CASES.map((one) => [one, ratioOf(one)])), before);
  const lines = Object.entries(limits).map(
    ([title, { ratio, margin }]) => `  "${title}": { "ratio": ${ratio}, "margin": ${margin} }`,
  );
  writeFileSync(LIMITS, `{\n${lines.join(',\n')}\n}\n`);
  say(`Wrote bench/guard/limits.json.`);
}

async function compare(address: DatabaseAddress, limits: Limits): Promise<void> {
  const verdicts = await judge(await measure(address, CASES, ROUNDS), limits, (doubtful) => {
    say(`Once more, for it may be noise: ${doubtful.map(caseTitle).join(', ')}.`);
    return measure(address, doubtful, SECOND_LOOK);
  });
  say(`CPU time of a request as a ratio to the floor\n${verdictTable(verdicts)}`);
  const passed = verdicts.filter(({ passes }) => passes).length;
  tell({ numPassedTests: passed, numFailedTests: verdicts.length - passed, numRuntimeErrorTestSuites: 0 });
  if (passed < verdicts.length) process.exitCode = 1;
}

function tell(counts: Readonly<Record<string, number>>): void {
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(counts));
}

async function guard(serverUrl: string): Promise<void> {
  const limits = JSON.parse(readFileSync(LIMITS, 'utf8')) as Limits;
  await inWorld(serverUrl, LEASES, (address) =>
    values.write ? writeLimits(address, limits) : compare(address, limits),
  );
}

const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
onDatabaseServer({ given, path, say }, guard).catch((error: unknown) => {
  console.error(error);
  tell({ numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 1 });
  process.exitCode = 1;
});
