import type { Reply } from '../../faults/rig/caller';
import type { MeteredGateway } from './metered-gateway';
import type { AttackRequest } from './request';

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
