import type { Reply } from '../../faults/rig/caller';
import type { MeteredGateway } from './metered-gateway';
import type { AttackRequest } from './request';

/**
 * The most CPU time that the gateway used in one go while it answered, milliseconds: a question to its event loop that came
 * then, such as `/livez`, lay for as long. Unlike a time on a clock it does not grow with what else the machine does.
 */
export async function longestStretch(
  gateway: MeteredGateway,
  request: AttackRequest,
): Promise<{ readonly stretchMs: number; readonly reply: Reply }> {
  let last = (await gateway.read()).cpuMs;
  let stretchMs = 0;
  let reply: Reply | undefined;
  const asked = gateway.ask(request).then((answer) => (reply = answer));
  while (reply === undefined) {
    const { cpuMs } = await gateway.read();
    stretchMs = Math.max(stretchMs, cpuMs - last);
    last = cpuMs;
  }
  return { stretchMs, reply: await asked };
}
