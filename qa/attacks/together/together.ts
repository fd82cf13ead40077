/** One attack of each row in a second, all at the same time, beside good callers. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Load } from '../../faults/rig/load';
import { isFailure, isRight, type Outcomes } from '../../faults/rig/outcomes';
import type { MeteredGateway } from '../rig/metered-gateway';
import type { Site } from '../rig/site';
import type { AttackOrder, AttackReport } from './attackers';

const GOOD_CALLERS = 20;
const THINK_MS = 100;
/** The target: by what factor the slowest hundredth may slow down. */
const MOST = 3;

/** @returns whether no request was refused and none took too long */
export async function together(site: Site, seconds: number): Promise<boolean> {
  const provider = await silentAfterItsFirstWord();
  // The settings that rows e and h need; all others are defaults.
  const env = { INTROSPECTION: 'off', AUTH_JWKS_URL: provider.url };
  const gateway = await site.serve(env);
  try {
    await goodCallers(site, gateway, 10);
    const alone = await goodCallers(site, gateway, seconds);
    const rest = await gateway.read({ collect: true });
    const attackers = startAttackers({ port: gateway.port, token: site.token, seconds });
    const beside = await goodCallers(site, gateway, seconds);
    const report = await attackers.report;
    const after = await gateway.read();
    for (const [row, outcomes] of Object.entries(report)) console.log(`  ${row}: ${JSON.stringify(outcomes)}`);
    return told('alone', alone) && judged(alone, beside, after.rss - rest.rss);
  } finally {
    await gateway.end();
    provider.server.closeAllConnections();
    provider.server.close();
  }
}

async function goodCallers({ questions }: Site, gateway: MeteredGateway, seconds: number): Promise<Outcomes> {
  const load = new Load({ port: gateway.port, questions, clients: GOOD_CALLERS, thinkMs: THINK_MS });
  await sleep(seconds * 1_000);
  const outcomes = await load.stop();
  if (load.firstWrong !== undefined) console.log(load.firstWrong);
  return outcomes;
}

function told(name: string, outcomes: Outcomes): boolean {
  const [half, most] = [0.5, 0.99].map((share) => outcomes.quantile(isRight, share).toFixed(1));
  console.log(`${GOOD_CALLERS} good callers ${name}: ${String(outcomes)}; p50 ${half} ms, p99 ${most} ms`);
  return outcomes.count(isFailure) === 0;
}

function judged(alone: Outcomes, beside: Outcomes, grown: number): boolean {
  const isAnswered = told('beside the attacks', beside);
  const times = beside.quantile(isRight, 0.99) / alone.quantile(isRight, 0.99);
  console.log(`refused ${beside.count(isFailure)}; p99 ${times.toFixed(2)} times what it is alone, of at most ${MOST}`);
  console.log(`RSS ${(grown / 1024 ** 2).toFixed(0)} MB above rest`);
  return isAnswered && times <= MOST;
}

function startAttackers(order: AttackOrder): { readonly report: Promise<AttackReport> } {
  const path = join(__dirname, '..', '..', '..', 'test', 'support', 'typescript.mjs');
  const child: ChildProcess = fork(path, [join(__dirname, 'attackers.ts')]);
  // Attackers on other machines take no CPU time from the gateway but by what they send.
  setPriority(child.pid!, 10);
  child.send(order);
  const report = once(child, 'message').then(([told]) => {
    child.disconnect();
    return told as AttackReport;
  });
  return { report };
}

/** The key server of an identity provider: it returns one key set and then hangs. */
async function silentAfterItsFirstWord(): Promise<{ readonly server: Server; readonly url: string }> {
  let isFirst = true;
  const server = createServer((_request, response) => {
    if (isFirst) response.end(JSON.stringify({ keys: [KEY] }));
    isFirst = false;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks` };
}

/** From the examples of RFC 7517. */
const KEY = {
  kty: 'EC',
  kid: 'known',
  alg: 'ES256',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};
