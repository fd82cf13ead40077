/**
 * `npm run profile [-- --cases small] [-- --transport rest] [-- --seconds 10] [-- --top 25]`: a CPU profile of Leasegate under the
 * load of each case named, `.bench/profiles/CASE.cpuprofile`, and what it says in short. On the server that
 * BENCH_DATABASE_URL names, else on a private one.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { onDatabaseServer } from '../scale/database-server';
import { inWorld } from '../scale/world-database';
import { type Case, CASES, caseTitle } from '../speed/cases';
import { atFullSpeed } from '../speed/load';
import { cpuMilliseconds } from '../speed/process-figures';
import { CONNECTIONS } from '../speed/rounds';
import { type Contestant, withStand } from '../speed/stand';
import { type Profile, summarise, summaryText } from './summary';

const ROOT = join(__dirname, '..', '..', '..');
const FOLDER = join(ROOT, '.bench', 'profiles');
const LEASES = 10_000;
const WARM_UP_MS = 4_000;
const WRITE_LIMIT_MS = 30_000;

const now = () => performance.now();
const say = (line: string) => console.log(line);
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: 'small' },
    transport: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    top: { type: 'string', default: '25' },
  },
});
const cases = CASES.filter(
  ({ name, transport }) => values.cases.split(',').includes(name) && (values.transport ?? transport) === transport,
);

async function profile(leasegate: Contestant, one: Case, recording: string): Promise<void> {
  const target = { port: leasegate.port, request: leasegate.requestBytes(one), connections: CONNECTIONS, now };
  await atFullSpeed(target, WARM_UP_MS);
  process.kill(leasegate.pid, 'SIGUSR2');
  const before = cpuMilliseconds(leasegate.pid);
  const { requests } = await atFullSpeed(target, Number(values.seconds) * 1000);
  const each = ((cpuMilliseconds(leasegate.pid) - before) / requests).toFixed(3);
  process.kill(leasegate.pid, 'SIGUSR2');
  const began = now();
  while (!existsSync(recording)) {
    if (now() - began > WRITE_LIMIT_MS) throw new Error('Leasegate wrote no profile.');
    await sleep(50);
  }
  const summary = summarise(JSON.parse(readFileSync(recording, 'utf8')) as Profile);
  say(
    `\n${caseTitle(one)}: ${requests} requests, ${each} ms of CPU time each while recorded\n${relative(ROOT, recording)}\n`,
  );
  say(summaryText(summary, Number(values.top)));
}

async function profiles(serverUrl: string): Promise<void> {
  if (cases.length === 0) throw new Error('There is no such case.');
  mkdirSync(FOLDER, { recursive: true });
  await inWorld({ serverUrl, leases: LEASES, order: 'calendar', now }, async (address) => {
    for (const one of cases) {
      const recording = join(FOLDER, `${one.transport}-${one.name}.cpuprofile`);
      rmSync(recording, { force: true });
      const secret = randomBytes(32).toString('hex');
      const stand = { root: ROOT, address, leases: LEASES, servers: ['leasegate'], cases: [one], secret, now } as const;
      await withStand({ ...stand, profileFile: recording }, async ({ contestants }) => {
        for (const leasegate of contestants) await profile(leasegate, one, recording);
      });
    }
  });
}

const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
onDatabaseServer({ given, path, say }, profiles).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
