/**
 * `npm run bench:legacy [-- --rounds N] [-- --seconds N] [-- --rate N]`
 * The answers that callers get with LEGACY_MODE=shadow, while Leasegate’s side is healthy, slow, frozen and dead, beside the old
 * service alone and a plain forward to it. All get the same requests with the same durations, in turn. Prints a table; on the
 * server that BENCH_DATABASE_URL names, else on a private one.
 */

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { SignJWT } from 'jose';

import type { DatabaseAddress } from '../../src/config/setting-values';
import { readMetricLines } from '../../src/cli/metric-lines';
import { freePort } from '../../tools/local-server/free-port';
import { startGuarded } from '../../tools/local-server/server-process';
import { onDatabaseServer } from '../scale/database-server';
import { inWorld } from '../scale/world-database';
import { type CaseName, CASE_NAMES } from '../speed/cases';
import { type Request, restRequest } from '../speed/requests';
import { quantile } from '../speed/statistics';
import { callerGroups, findSubjects } from '../speed/subjects';
import type { Ports, Start } from './beside';
import { atRate, type Load } from './load';

const ROOT = join(__dirname, '..', '..', '..');
const LEASES = 10_000;
const SECRET = randomBytes(32).toString('hex');
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '100' },
  },
});
const [rounds, seconds, rate] = [Number(values.rounds), Number(values.seconds), Number(values.rate)];
const say = (line: string) => console.log(line);

/** Requests to each before anything is measured, and how many a second. After fewer, some of its code is still interpreted. */
const WARM_UP = 4_000;
const WARM_UP_RATE = 400;

/** Of ten requests, eight find one lease, and two a page of 100 records. */
const MIX: readonly CaseName[] = [...Array<CaseName>(8).fill('small'), 'leases', 'tenants'];

interface Gateway {
  readonly port: number;
  readonly adminPort: number;
  stop(): void;
}

async function startGateway(
  address: DatabaseAddress,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<Gateway> {
  const [own, adminPort] = [await freePort(), await freePort()];
  const url = Object.assign(new URL('mysql://host'), {
    hostname: address.host,
    port: String(port),
    pathname: address.database,
    username: address.user,
    password: address.password,
  });
  const child = startGuarded(() =>
    spawn(process.execPath, [join(ROOT, 'bin/leasegate'), 'serve'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: url.href,
        AUTH_JWT_SECRET: SECRET,
        AUDIT_KEY: SECRET,
        PORT: String(own),
        ADMIN_PORT: String(adminPort),
        LOG_LEVEL: 'fatal',
        ...env,
      },
    }),
  );
  while (
    !(await fetch(`http://127.0.0.1:${adminPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50);
  return { port: own, adminPort, stop: () => void child.kill() };
}

async function answerOf(port: number, { path, body }: Request, token: string): Promise<string> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return response.text();
}

async function startBeside(start: Start): Promise<{ child: ChildProcess; ports: Ports }> {
  const child = fork(join(__dirname, 'beside.js'));
  child.send(start);
  const [ports] = (await once(child, 'message')) as [Ports];
  return { child, ports };
}

/** How many comparisons had each outcome, and why the others were not made. */
async function outcomes(adminPort: number): Promise<string> {
  const lines = readMetricLines(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text());
  const counts = new Map<string, number>();
  for (const { name, labels, value } of lines) {
    const what =
      name === 'leasegate_legacy_not_compared_total'
        ? labels.reason
        : name === 'leasegate_legacy_comparisons_total' && labels.outcome !== 'not_compared'
          ? labels.outcome
          : undefined;
    if (what !== undefined) counts.set(what, (counts.get(what) ?? 0) + value);
  }
  return [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}

async function measure(address: DatabaseAddress): Promise<void> {
  const subjects = await findSubjects(address, LEASES);
  const token = await new SignJWT({ sub: 'caller', groups: callerGroups(LEASES) })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(Buffer.from(SECRET));
  const requestOf = (name: CaseName) => restRequest({ transport: 'rest', name }, subjects);
  const alone = await startGateway(address, address.port, {});
  const answers: Record<string, string> = {};
  for (const name of CASE_NAMES.slice(0, 3))
    answers[requestOf(name).body] = await answerOf(alone.port, requestOf(name), token);
  alone.stop();

  const { child, ports } = await startBeside({ answers, database: { host: address.host, port: address.port } });
  const legacy = { LEGACY_MODE: 'shadow', LEGACY_URL: `http://127.0.0.1:${ports.old}` };
  const started = new Map<string, Gateway>();
  for (const [state, port] of [
    ['healthy', address.port],
    ['ten times slower', ports.slow],
    ['frozen', ports.frozen],
    ['dead', ports.dead],
  ] as const)
    started.set(state, await startGateway(address, port, legacy));

  const targets = [
    ['the old service alone', ports.old],
    ['a plain forward', ports.forward],
    ...[...started].map(([state, { port }]) => [`shadow, Leasegate ${state}`, port] as const),
  ] as const;
  // The same sequence for each.
  const load: Load = { rate, requests: rate * seconds, token, requestOf: (nth) => requestOf(MIX[nth % MIX.length]!) };
  for (const [, port] of targets) await atRate(port, { ...load, rate: WARM_UP_RATE, requests: WARM_UP });
  child.send('fail');
  await once(child, 'message');
  for (const [, port] of targets) await atRate(port, { ...load, requests: rate });

  const latencies = new Map(targets.map(([title]) => [title as string, [] as number[]]));
  const errors = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const first = round % targets.length;
    for (const [title, port] of [...targets.slice(first), ...targets.slice(0, first)]) {
      const outcome = await atRate(port, { ...load, seed: round });
      latencies.get(title)!.push(...outcome.latencies);
      errors.set(title, (errors.get(title) ?? 0) + outcome.errors);
    }
  }
  const base = quantileOf(latencies.get('the old service alone')!, 0.99);
  say(`${rounds} rounds of ${rate * seconds} requests to each, ${rate} a second\n`);
  say('| answers of | p50 ms | p99 ms | p99 to alone | errors | comparisons |\n| --- | --- | --- | --- | --- | --- |');
  for (const [title, all] of latencies) {
    const [p50, p99] = [quantileOf(all, 0.5), quantileOf(all, 0.99)];
    const gateway = [...started].find(([state]) => title.endsWith(state))?.[1];
    const compared = gateway === undefined ? '' : await outcomes(gateway.adminPort);
    const more = `${(100 * (p99 / base - 1)).toFixed(1)} %`;
    say(
      `| ${title} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${more} | ${errors.get(title)} of ${all.length} | ${compared} |`,
    );
  }
  for (const { stop } of started.values()) stop();
  child.disconnect();
}

const quantileOf = (unsorted: readonly number[], share: number): number =>
  quantile(
    unsorted.toSorted((a, b) => a - b),
    share,
  );

const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
onDatabaseServer({ given, path, say }, (serverUrl) =>
  inWorld({ serverUrl, leases: LEASES, order: 'calendar', now: () => performance.now() }, measure),
).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
