/** The effect on other callers. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Caller, type Reply } from '../../faults/rig/caller';
import { GatewayProcess } from '../../faults/rig/gateway-process';
import { Load } from '../../faults/rig/load';
import type { Outcomes } from '../../faults/rig/outcomes';
import type { Question } from '../../faults/rig/questions';
import { unknownKey } from './requests';

/** More requests than may be in flight. */
const WAITING = 300;
const FLOODING = 400;
const GOOD_CALLERS = 5;
const THINK_MS = 50;
export const GOOD_REQUESTS = 100;

/** On a machine that does other work as well, any process may have to wait. */
const NO_LAG_LIMIT = { MAX_EVENT_LOOP_DELAY_MS: '60000' };

/** Good callers beside callers with an unknown key, while the key server accepts connections but never answers. */
export async function besideThoseWhoWait(
  databaseUrl: string,
  questions: readonly Question[],
): Promise<{ readonly good: Outcomes; readonly waiting: readonly Reply['status'][] }> {
  const provider = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/jwks`;
  const gateway = await GatewayProcess.start({ databaseUrl, env: { ...NO_LAG_LIMIT, AUTH_JWKS_URL: url } });
  const callers = Array.from({ length: WAITING }, () => new Caller(gateway.port));
  try {
    const asked = callers.map((caller, nth) => caller.ask(unknownKey(nth)));
    const good = await goodCallers(gateway, questions);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    return { good, waiting: [...new Set(statuses)] };
  } finally {
    for (const caller of callers) caller.close();
    await gateway.end();
    provider.closeAllConnections();
    provider.close();
  }
}

/** Good callers beside many clients of one other caller, which retry at once whatever the answer. */
export async function besideAFlood(
  databaseUrl: string,
  questions: readonly Question[],
): Promise<{ readonly good: Outcomes; readonly flood: Outcomes }> {
  const gateway = await GatewayProcess.start({ databaseUrl, env: NO_LAG_LIMIT });
  const { asker } = questions[0]!;
  const [own, others] = [
    questions.filter((each) => each.asker === asker),
    questions.filter((each) => each.asker !== asker),
  ];
  await gateway.becomes(200);
  const flood = new Load({ port: gateway.port, questions: own, clients: FLOODING });
  try {
    return { good: await goodCallers(gateway, others), flood: await flood.stop() };
  } finally {
    await flood.stop();
    await gateway.end();
  }
}

const goodCallers = ({ port }: GatewayProcess, questions: readonly Question[]): Promise<Outcomes> =>
  new Load({ port, questions, clients: GOOD_CALLERS, thinkMs: THINK_MS, requests: GOOD_REQUESTS }).finished();
