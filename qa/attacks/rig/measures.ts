/** What a request costs a gateway. */

import type { Reply } from '../../../test/isolation/caller';
import { typeOf } from '../../faults/rig/load';
import { median, type MeteredGateway } from './metered-gateway';
import { type AttackRequest, ORDINARY_REFUSAL } from './request';

/** The number of ordinary refusals after which the compiler has optimised them. */
const WARM_UP = 200;
/** The number of ordinary refusals to each attack. */
const ORDINARY = 20;
/** The number of attacks whose median counts. */
const TIMES = 5;

/**
 * The budget of a request in ordinary refusals. Each row of the table cost hundreds or thousands before it was fixed.
 */
export const MOST_REFUSALS = { anonymous: 50, token: 100 };

/** Sends ordinary refusals until their cost is stable. */
export async function warmUp(gateway: MeteredGateway): Promise<void> {
  for (let nth = 0; nth < WARM_UP; nth += 1) await gateway.measure(ORDINARY_REFUSAL);
}

/** The median CPU time of one attack in milliseconds, and the number of ordinary refusals with the same cost. */
export async function ratioOf(
  gateway: MeteredGateway,
  attack: (nth: number) => AttackRequest,
): Promise<{ readonly ratio: number; readonly cpuMs: number }> {
  const ordinary: number[] = [];
  const attacks: number[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    for (let before = 0; before < ORDINARY; before += 1) ordinary.push(await gateway.measure(ORDINARY_REFUSAL));
    attacks.push(await gateway.measure(attack(nth)));
  }
  const cpuMs = median(attacks);
  return { ratio: cpuMs / median(ordinary), cpuMs };
}

/**
 * The most memory that the gateway had while it answered, and the longest CPU time in milliseconds between two turns of
 * its event loop. A request such as `/livez` would have waited that long. Unlike elapsed time, CPU time does not depend
 * on other work of the machine.
 */
export async function longestStretch(
  gateway: MeteredGateway,
  request: AttackRequest,
): Promise<{ readonly stretchMs: number; readonly mostRss: number; readonly reply: Reply }> {
  let { cpuMs: last, rss: mostRss } = await gateway.read();
  let stretchMs = 0;
  let reply: Reply | undefined;
  const asked = gateway.ask(request).then((answer) => (reply = answer));
  while (reply === undefined) {
    const { cpuMs, rss } = await gateway.read();
    stretchMs = Math.max(stretchMs, cpuMs - last);
    last = cpuMs;
    mostRss = Math.max(mostRss, rss);
  }
  return { stretchMs, mostRss, reply: await asked };
}

/** The status and the error `type` of an answer: `401 missing_authorization`, `200`. */
export function outcomeOf(reply: Reply): string {
  if (!('text' in reply)) return reply.status;
  const type = reply.text.startsWith('{') ? typeOf(JSON.parse(reply.text) as Parameters<typeof typeOf>[0]) : undefined;
  return `${reply.status} ${type ?? ''}`.trim();
}
