import type { Reply } from '../../faults/rig/caller';
import type { MeteredGateway } from './metered-gateway';
import type { AttackRequest } from './request';

/**
 * The most memory that the gateway had while it answered, and the most CPU time that it used in one go, milliseconds: a question to its event loop that came
 * then, such as `/livez`, lay for as long. Unlike a time on a clock it does not grow with what else the machine does.
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
