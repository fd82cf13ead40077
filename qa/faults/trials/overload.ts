/** Far more clients than the gateway can serve at once. */

import { setTimeout as sleep } from 'node:timers/promises';

import { Caller } from '../../../test/isolation/caller';
import { loadElsewhere } from '../rig/load-process';
import { residentBytes } from '../rig/gateway';
import { isLost, isWrong, quantile, shown } from '../rig/outcomes';
import { post } from '../../../test/isolation/wire';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

const WARM_MS = 4_000;
/** The settings that docs/operate/operation.md recommends for many concurrent callers. */
const ADVISED = { MAX_REQUESTS_IN_FLIGHT: '32', NODE_OPTIONS: '--max-semi-space-size=64' };
/** The number of clients beside the one caller below its share. */
const CROWDS = [40, 100, 160, 400, 640];
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

interface Crowds {
  readonly env?: Readonly<Record<string, string>>;
  /** The number of clients of each crowd. */
  readonly sizes?: readonly number[];
  /** How long each crowd asks. */
  readonly minutes?: number | undefined;
}

/**
 * Goodput relative to its peak, and a caller below its share relative to the same caller alone.
 *
 * @param heeding whether the crowd obeys `Retry-After`. With a much lower limit, clients that retry at once would take the
 * CPU from the gateway.
 */
async function crowds(
  rig: Rig,
  findings: Findings,
  { short, seed }: Amount,
  heeding: readonly boolean[],
  { env = {}, sizes = CROWDS, minutes }: Crowds = {},
): Promise<void> {
  const gateway = await rig.serve(env);
  const usualMs = short ? 3_000 : 15_000;
  const order = { url: gateway.url, seed, questions: rig.scene.questions.length, today: rig.scene.today };
  const run = async (clients: number, heedsRetryAfter: boolean, forMs = usualMs) => {
    const stop = politeCaller(rig, gateway.url);
    const { seconds, kinds } = await loadElsewhere({ ...order, clients, forMs, heedsRetryAfter });
    const polite = await stop();
    const wrong = Object.keys(kinds).filter((kind) => isWrong(kind) || isLost(kind));
    findings.must(wrong.length === 0, `with ${clients} clients: ${JSON.stringify(kinds)}`);
    const refused = polite.filter((ms) => ms === Infinity).length;
    return { perSecond: (kinds.right ?? 0) / seconds, polite: p99(polite), refused, kinds };
  };
  await run(10, false, WARM_MS);
  const stop = politeCaller(rig, gateway.url);
  await sleep(usualMs);
  const alone = p99(await stop());
  let peak = 0;
  for (const clients of [10, 20, 40]) peak = Math.max(peak, (await run(clients, false)).perSecond);
  findings.note(`peak ${Math.round(peak)}/s; p99 of the caller alone: ${Math.round(alone)} ms`);
  const memory = residentBytes(gateway);
  for (const heeds of heeding) {
    for (const clients of sizes) {
      const { perSecond, polite, refused, kinds } = await run(clients, heeds, minutes && minutes * 60_000);
      const crowd = `${clients} clients that ${heeds ? 'heed' : 'ignore'} Retry-After`;
      findings.note(`${crowd}: ${JSON.stringify(kinds)}, p99 of the caller beside them ${Math.round(polite)} ms`);
      findings.atLeast(`goodput of ${crowd}, of the peak`, (100 * perSecond) / peak, 90, ' %');
      findings.must(refused === 0, `with ${crowd} the caller was refused ${refused} times`);
      findings.atMost(`p99 of the caller with ${crowd}, of alone`, polite / alone, 3 * findings.slack);
    }
  }
  findings.atMost('memory grew by', (residentBytes(gateway) - memory) / MEGABYTE, 100, ' MB');
  await sleep(1_000);
  const after = await rig.load(gateway, { clients: 5, thinkMs: 10, requests: 100 }).finished();
  findings.must(after.right === 100, `a second later: ${shown(after)}`);
  await rig.expectEnd(gateway, findings);
}

export const OVERLOAD: readonly Trial[] = [
  {
    name: 'crowds of both kinds',
    run: (rig, findings, amount) => crowds(rig, findings, amount, [false, true]),
  },
  {
    name: 'crowds under a limit that fits',
    run: (rig, findings, amount) => crowds(rig, findings, amount, [true], { env: ADVISED }),
  },
  {
    name: 'ten times saturation',
    // Ten clients or more take all that the gateway can do.
    run: (rig, findings, amount) =>
      crowds(rig, findings, amount, [false], { sizes: [100], minutes: (amount.minutes ?? 6) / 6 }),
  },
];
