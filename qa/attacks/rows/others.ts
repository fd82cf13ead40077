/** The effect on other callers. */

import { GatewayProcess } from '../../faults/rig/gateway-process';
import { Load } from '../../faults/rig/load';
import type { Outcomes } from '../../faults/rig/outcomes';
import type { Question } from '../../faults/rig/questions';

const FLOODING = 400;
const GOOD_CALLERS = 5;
const THINK_MS = 50;
export const GOOD_REQUESTS = 100;

/** On a machine that does other work as well, any process may have to wait. */
const NO_LAG_LIMIT = { MAX_EVENT_LOOP_DELAY_MS: '60000' };

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
