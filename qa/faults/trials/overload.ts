/** Far more clients than the gateway can serve at once. */

import { setTimeout as sleep } from 'node:timers/promises';

import { Caller } from '../../../test/isolation/caller';
import { post } from '../../../test/isolation/wire';
import { residentBytes } from '../rig/gateway';
import { loadElsewhere } from '../rig/load-process';
import { isLost, isWrong, quantile, shown } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

const CROWD_MS = 15_000;
/** Ten clients or more take all that the gateway can do. */
const CROWD = 100;
const THINK_MS = 20;
const MEGABYTE = 1024 ** 2;

/** Milliseconds of the answers of one caller with its own token, one after the other, until it is stopped. */
function politeCaller(rig: Rig, url: string): () => Promise<number[]> {
  const body = '{"identifier":"nobody has this"}';
  const request = post('/leases/find-for-tenant/', rig.scene.token, body);
  const caller = new Caller(url);
  const took: number[] = [];
  let stopped = false;
  const work = async (): Promise<void> => {
    while (!stopped) {
      const began = performance.now();
      const { status } = await caller.ask(request);
      took.push(status === 200 ? performance.now() - began : Infinity);
      await sleep(THINK_MS);
    }
    caller.close();
  };
  const ended = work();
  return async () => {
    stopped = true;
    await ended;
    return took;
  };
}

const p99 = (values: readonly number[]): number => quantile(values, 0.99);

/** Goodput relative to its peak, and a caller below its share relative to the same caller alone. */
async function saturate(rig: Rig, findings: Findings, minutes: number): Promise<void> {
  const gateway = await rig.serve();
  const run = async (clients: number, forMs: number) => {
    const stop = politeCaller(rig, gateway.url);
    const { seconds, kinds } = await loadElsewhere({ url: gateway.url, today: rig.scene.today, clients, forMs });
    const polite = await stop();
    const wrong = Object.keys(kinds).filter((kind) => isWrong(kind) || isLost(kind));
    findings.must(wrong.length === 0, `with ${clients} clients: ${JSON.stringify(kinds)}`);
    return { perSecond: (kinds.right ?? 0) / seconds, polite, kinds };
  };
  await run(10, CROWD_MS);
  const stop = politeCaller(rig, gateway.url);
  await sleep(CROWD_MS);
  const alone = p99(await stop());
  let peak = 0;
  for (const clients of [10, 20, 40]) peak = Math.max(peak, (await run(clients, CROWD_MS)).perSecond);
  const memory = residentBytes(gateway);
  const { perSecond, polite, kinds } = await run(CROWD, (minutes / 6) * 60_000);
  const [goodput, slower] = [(100 * perSecond) / peak, p99(polite) / alone];
  const refused = polite.filter((ms) => ms === Infinity).length;
  const grown = (residentBytes(gateway) - memory) / MEGABYTE;
  findings.note(`peak ${Math.round(peak)} a second; beside one caller, ${CROWD} clients had ${shown(kinds)}`);
  findings.must(goodput >= 90, `goodput is ${goodput.toFixed(0)} % of the peak, less than 90 %`);
  findings.must(refused === 0, `the caller was refused ${refused} times`);
  findings.must(slower <= 3, `p99 of the caller is ${slower.toFixed(2)} times that of the caller alone, more than 3`);
  findings.must(grown <= 100, `memory grew by ${grown.toFixed(0)} MB, more than 100 MB`);
  await sleep(1_000);
  const after = await rig.load(gateway, { clients: 5, thinkMs: 10, requests: 100 }).finished();
  findings.must(after.right === 100, `a second later: ${shown(after)}`);
  await rig.expectEnd(gateway, findings);
}

export const SATURATION: Trial = { name: 'ten times saturation', run: saturate };
