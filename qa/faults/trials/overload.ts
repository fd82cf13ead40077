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
/** The settings that docs/operate/operation.md recommends for many concurrent callers. */
const ADVISED = { MAX_REQUESTS_IN_FLIGHT: '32', NODE_OPTIONS: '--max-semi-space-size=64' };
/** The number of clients beside the one caller below its share. Ten clients or more take all that the gateway can do. */
const CROWDS = [40, 100, 160, 400, 640];
const THINK_MS = 20;
const MEGABYTE = 1024 ** 2;

/** Milliseconds of the answers of one caller with its own token, one after the other, until it is stopped. */
function politeCaller(rig: Rig, url: string): () => Promise<number[]> {
  const request = post('/leases/find-for-tenant/', rig.scene.token, '{"identifier":"nobody has this"}');
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

interface Crowd {
  readonly clients: number;
  readonly heedsRetryAfter: boolean;
  readonly forMs: number;
}

/** Goodput relative to its peak, and a caller below its share relative to the same caller alone. */
async function withCrowds(rig: Rig, findings: Findings, crowds: readonly Crowd[], env = {}): Promise<void> {
  const gateway = await rig.serve(env);
  const run = async (crowd: Crowd) => {
    const stop = politeCaller(rig, gateway.url);
    const { seconds, kinds } = await loadElsewhere({ url: gateway.url, today: rig.scene.today, ...crowd });
    const polite = await stop();
    const wrong = Object.keys(kinds).filter((kind) => isWrong(kind) || isLost(kind));
    findings.must(wrong.length === 0, `with ${crowd.clients} clients: ${JSON.stringify(kinds)}`);
    return { perSecond: (kinds.right ?? 0) / seconds, polite, kinds };
  };
  const greedy = (clients: number): Crowd => ({ clients, heedsRetryAfter: false, forMs: CROWD_MS });
  await run(greedy(10));
  const stop = politeCaller(rig, gateway.url);
  await sleep(CROWD_MS);
  const alone = p99(await stop());
  const lighter = [await run(greedy(10)), await run(greedy(20)), await run(greedy(40))];
  const peak = Math.max(...lighter.map(({ perSecond }) => perSecond));
  const usual = `${Math.round(alone)} ms alone (${Math.round(p99(lighter[0]!.polite))} ms beside ten clients)`;
  findings.note(`peak ${Math.round(peak)} a second; p99 of the caller ${usual}`);
  const memory = residentBytes(gateway);
  let [longest, worst] = [0, ''];
  const shortfalls: string[] = [];
  for (const crowd of crowds) {
    const { perSecond, polite, kinds } = await run(crowd);
    const [goodput, refused] = [(100 * perSecond) / peak, polite.filter((ms) => ms === Infinity).length];
    const name = `${crowd.clients} clients that ${crowd.heedsRetryAfter ? 'heed' : 'ignore'} Retry-After`;
    findings.note(`${name}: ${shown(kinds)}`);
    if (goodput < 90) shortfalls.push(`goodput of ${name} is ${goodput.toFixed(0)} % of the peak, less than 90 %`);
    findings.must(refused === 0, `beside ${name} the caller was refused ${refused} times`);
    if (p99(polite) > longest) [longest, worst] = [p99(polite), name];
  }
  const told = `p99 of the caller is ${Math.round(longest)} ms beside ${worst}, more than three times ${usual}`;
  findings.must(longest <= 3 * alone, told);
  for (const what of shortfalls) findings.must(false, what);
  const grown = (residentBytes(gateway) - memory) / MEGABYTE;
  findings.must(grown <= 100, `memory grew by ${grown.toFixed(0)} MB, more than 100 MB`);
  await sleep(1_000);
  const after = await rig.load(gateway, { clients: 5, thinkMs: 10, requests: 100 }).finished();
  findings.must(after.right === 100, `a second later: ${shown(after)}`);
  await rig.expectEnd(gateway, findings);
}

const crowdsThat = (heedsRetryAfter: boolean): Crowd[] =>
  CROWDS.map((clients) => ({ clients, heedsRetryAfter, forMs: CROWD_MS }));

export const OVERLOAD: readonly Trial[] = [
  {
    name: 'crowds of both kinds',
    run: (rig, findings) => withCrowds(rig, findings, [...crowdsThat(false), ...crowdsThat(true)]),
  },
  {
    name: 'crowds under a limit that fits',
    run: (rig, findings) => withCrowds(rig, findings, crowdsThat(true), ADVISED),
  },
  {
    name: 'ten times saturation',
    run: (rig, findings, minutes) =>
      withCrowds(rig, findings, [{ clients: 100, heedsRetryAfter: false, forMs: (minutes / 6) * 60_000 }]),
  },
];
