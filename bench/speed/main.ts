/**
 * `npm run bench [-- --only floor,leasegate] [-- --cases small] [-- --rounds N] [-- --leases N] [-- --write SECTION]`
 * On the server that BENCH_DATABASE_URL names, else on a private one. Writes a section of `docs/evidence.md`: `speed`, or none
 * if only a part was asked for.
 */

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createProgress } from '../../src/cli/progress';
import { inWorld, onDatabaseServer, serverName } from '../scale/world-database';
import { CASES, caseTitle } from './cases';
import { measureServers } from './measure';
import { caseTable, machine, report } from './report';
import { buildPeers, isPeer, SERVER_NAMES, type ServerName } from './servers';

const ROOT = join(__dirname, '..', '..', '..');
const now = () => performance.now();
const say = (line: string) => console.log(line);

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    cases: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    leases: { type: 'string', default: '10000' },
    write: { type: 'string' },
  },
});
const leases = Number(values.leases);
const rounds = Number(values.rounds);
const isPart = values.only !== undefined || values.cases !== undefined;
const section = values.write ?? (isPart ? undefined : 'speed');
const servers = chosenServers();
const cases = CASES.filter(({ name }) => values.cases?.split(',').includes(name) ?? true);

function chosenServers(): ServerName[] {
  if (values.only === undefined) return [...SERVER_NAMES];
  const names = values.only.split(',');
  const unknown = names.filter((name) => !SERVER_NAMES.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${SERVER_NAMES.join(', ')}.`);
  // The other servers are compared with the floor.
  return SERVER_NAMES.filter((name) => name === 'floor' || names.includes(name));
}

async function bench(serverUrl: string): Promise<void> {
  if (servers.some(isPeer)) buildPeers(ROOT, say);
  const before = loadavg()[0] ?? NaN;
  say(`Filling a world of ${leases} leases.`);
  const figures = await inWorld(serverUrl, leases, async (address) => {
    say('Measuring.');
    const progress = createProgress({ stream: process.stderr, now });
    const onStep = (done: number, total: number) => progress.update(done, total, `${done} of ${total} turns`);
    const options = { root: ROOT, address, leases, servers, cases, rounds, now, onStep };
    const secret = randomBytes(32).toString('hex');
    return measureServers({ ...options, secret }).finally(() => progress.stop());
  });
  for (const one of figures.bytes.keys()) say(`\n${caseTitle(one)}\n${caseTable(figures, one)}`);
  const load = [before, loadavg()[0] ?? NaN] as const;
  const about = { machine: machine(), databases: await serverName(serverUrl), leases, rounds, load };
  if (section === undefined) return;
  execFileSync(process.execPath, [join(ROOT, 'qa', 'evidence.mjs'), section], { input: report(figures, about) });
  say('Wrote docs/evidence.md.');
}

const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
onDatabaseServer({ given, path, say }, bench).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
