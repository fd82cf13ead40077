/** The gateway's own processes end, crash or hang. */

import { setTimeout as sleep } from 'node:timers/promises';

import { takingOrders } from '../rig/disturbed';
import { isFailure, isLost, isRight, isWrong, type Outcomes } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

const ENDS_MS = 5_000;

/** SIGTERM under load: every request that was sent completely gets its answer. */
export async function terminate(rig: Rig, findings: Findings, times: number, clients: number): Promise<void> {
  let slowest = 0;
  let answered = 0;
  let lost = 0;
  let odd = 0;
  for (let nth = 0; nth < times; nth += 1) {
    const gateway = await rig.serve({});
    await gateway.becomes(200);
    const load = rig.load(gateway, { clients, thinkMs: 20, endsWhenRefused: true });
    await sleep(1_500);
    const asked = performance.now();
    gateway.signal('SIGTERM');
    const status = await gateway.ended();
    slowest = Math.max(slowest, performance.now() - asked);
    const outcomes = await load.stop();
    findings.must(status === 0, `the gateway ended with status ${status}`);
    answered += outcomes.count(isRight);
    lost += outcomes.count(isLost);
    odd += outcomes.count((kind) => kind !== 'right' && kind !== 'refused' && !isLost(kind));
    if (outcomes.count(isLost) > 0) findings.note(String(outcomes));
  }
  findings.note(`${times} times, ${clients} clients, ${answered.toLocaleString('en-GB')} right answers`);
  findings.atMost('lost requests', lost, 0);
  findings.atMost('other answers', odd, 0);
  findings.atMost('slowest end', slowest, ENDS_MS, ' ms');
}

/** An error thrown in a request fails that request alone. An unhandled rejection ends nothing. */
async function throwWithin(rig: Rig, findings: Findings): Promise<void> {
  const { env, order } = takingOrders(rig);
  const internal = (kind: string) => kind === '500 internal_error';
  const thrown = await rig.underLoad({ env, excuses: internal }, findings, async ({ gateway }) => {
    order(gateway.child.pid!, 'throw 20');
    await sleep(1_500);
  });
  findings.must(thrown.count(internal) === 20, `20 answers throw, ${thrown.count(internal)} are 500`);
  const rejected = await rig.underLoad({ env }, findings, async ({ gateway }) => {
    order(gateway.child.pid!, 'reject');
    await sleep(3_000);
    findings.must(gateway.isAlive, 'a rejection ended the gateway');
  });
  findings.atMost('failed after a rejection', rejected.count(isFailure), 0);
}

async function blockLoop(rig: Rig, findings: Findings): Promise<void> {
  const blockedMs = 3_000;
  const { env, order } = takingOrders(rig);
  let until = 0;
  const outcomes: Outcomes = await rig.underLoad({ env }, findings, async ({ gateway }) => {
    order(gateway.child.pid!, `block ${blockedMs}`);
    const probe = await gateway.becomes(200);
    findings.note(`/readyz answers again after ${Math.round(probe)} ms`);
    until = performance.now();
    await sleep(3_000);
  });
  findings.atMost(
    'longest answer',
    outcomes.longest(() => true),
    blockedMs + 1_500,
    ' ms',
  );
  findings.atMost('failed later than 1 s after', outcomes.sent(until + 1_000).count(isFailure), 0);
  findings.atMost('wrong', outcomes.count(isWrong), 0);
}

export const LIFE: readonly Trial[] = [
  {
    number: 24,
    name: 'SIGTERM under load',
    shown: true,
    drive: 'SIGTERM with 100 clients on keep-alive connections, 4 times',
    expected: 'no sent request is lost; status 0 within 5 s',
    run: (rig, findings, { short }) => terminate(rig, findings, short ? 2 : 4, 100),
  },
  {
    number: 25,
    name: 'throw and rejection',
    drive: '20 answers that throw; an unhandled rejection',
    expected: 'a throw is 500 `internal_error` for that request only; a rejection fails no request and ends nothing',
    run: throwWithin,
  },
  {
    number: 26,
    name: 'event loop blocked',
    drive: 'the event loop is busy for 3 s',
    expected:
      'waiting requests are answered or `overloaded` within 1.5 s after it; none is lost; then all answers are right',
    run: blockLoop,
  },
];
