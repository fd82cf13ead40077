/** The gateway's own processes end, crash or hang. */

import { setTimeout as sleep } from 'node:timers/promises';

import { takingOrders } from '../rig/disturbed';
import { isFailure, isLost, isRight, isWrong, type Outcomes } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

const ENDS_MS = 5_000;

/** SIGTERM under load: every request that was sent completely gets its answer. */
export async function terminate(rig: Rig, findings: Findings, times: number, clients: number): Promise<void> {
  let slowest = 0;
  let answered = 0;
  let lost = 0;
  let odd = 0;
  for (let nth = 0; nth < times; nth += 1) {
    const gateway = await rig.serve(nth % 2 === 0 ? {} : { env: { WORKERS: '2' } });
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
    if (outcomes.count(isLost) > 0)
      findings.note(`${nth % 2 === 0 ? 'one process' : 'two workers'}: ${String(outcomes)}`);
  }
  findings.note(`${times} times, ${clients} clients, ${answered.toLocaleString('en-GB')} right answers`);
  findings.atMost('lost requests', lost, 0);
  findings.atMost('other answers', odd, 0);
  findings.atMost('slowest end', slowest, ENDS_MS, ' ms');
}

/** SIGHUP replaces every worker, and no client notices. */
export async function rollOver(rig: Rig, findings: Findings, times: number, requests: number): Promise<void> {
  const outcomes = await rig.underLoad({ env: { WORKERS: '2' }, clients: 100, thinkMs: 30 }, findings, async (held) => {
    const { gateway, load } = held;
    for (let nth = 0; nth < times && gateway.isAlive; nth += 1) {
      const before = new Set(gateway.workers());
      gateway.signal('SIGHUP');
      const asked = performance.now();
      const isReplaced = () => gateway.workers().filter((pid) => !before.has(pid)).length >= before.size;
      const isGone = () => gateway.workers().every((pid) => !before.has(pid));
      while (!(isReplaced() && isGone()) && gateway.isAlive && performance.now() - asked < 30_000) await sleep(50);
      findings.must(isReplaced() && isGone(), `restart ${nth + 1} did not replace every worker in 30 s`);
      while (load.outcomes.total < (requests * (nth + 1)) / times && gateway.isAlive) await sleep(50);
    }
  });
  findings.atLeast('requests', outcomes.total, requests);
  findings.atMost('failed or refused', outcomes.count(isFailure), 0);
}

async function killWorkers(rig: Rig, findings: Findings, { short }: Amount): Promise<void> {
  const clients = 40;
  const times = short ? 1 : 6;
  const outcomes = await rig.underLoad(
    { env: { WORKERS: '2' }, clients, excuses: isLost },
    findings,
    async ({ gateway, load }) => {
      for (let nth = 0; nth < times; nth += 1) {
        const [victim = 0] = gateway.workers();
        const lostBefore = load.outcomes.count(isLost);
        process.kill(victim, 'SIGKILL');
        const asked = performance.now();
        const isBack = () => gateway.workers().filter((pid) => pid !== victim).length === 2;
        while (!isBack() && performance.now() - asked < 40_000) await sleep(20);
        const back = performance.now() - asked;
        if (nth === 0) findings.atMost('first new worker after', back, 2_000, ' ms');
        else findings.note(`worker ${nth + 1} after ${Math.round(back)} ms`);
        findings.must(load.outcomes.count(isLost) - lostBefore <= clients, 'more lost than were in flight');
        // The new worker must listen before the old one stops, or nothing would listen.
        await sleep(1_500 * findings.slack);
      }
    },
  );
  findings.note(`${outcomes.count(isLost)} lost`);
  findings.atMost(
    'other than right and lost',
    outcomes.count((kind) => isFailure(kind) && !isLost(kind)),
    0,
  );
}

/** An error thrown in a request fails that request alone. An unhandled rejection ends one worker at most. */
async function throwWithin(rig: Rig, findings: Findings): Promise<void> {
  const { env, order } = takingOrders(rig);
  const internal = (kind: string) => kind === '500 internal_error';
  const thrown = await rig.underLoad({ env, excuses: internal }, findings, async ({ gateway }) => {
    order(gateway.child.pid!, 'throw 20');
    await sleep(1_500);
  });
  findings.must(thrown.count(internal) === 20, `20 answers throw, ${thrown.count(internal)} are 500`);
  const rejected = await rig.underLoad(
    { env: { ...env, WORKERS: '2' }, excuses: isLost },
    findings,
    async ({ gateway }) => {
      order(gateway.workers()[0]!, 'reject');
      await sleep(3_000);
      findings.must(gateway.workers().length === 2, 'a worker is missing after a rejection');
    },
  );
  findings.must(rejected.count(isLost) <= 40, 'a rejection costs more than what was in flight');
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
    drive: 'SIGTERM with 100 clients on keep-alive connections, 4 times, every second time with two workers',
    expected: 'no sent request is lost; status 0 within 5 s',
    run: (rig, findings, { short }) => terminate(rig, findings, short ? 2 : 4, 100),
  },
  {
    number: 25,
    name: 'rolling restart',
    drive: 'SIGHUP to the supervisor of two workers, 3 times during 6,000 requests',
    expected: 'every worker is replaced; no request fails or is refused',
    run: (rig, findings, { short }) => rollOver(rig, findings, short ? 1 : 3, short ? 2_000 : 6_000),
  },
  {
    number: 26,
    name: 'worker killed, crash loop, throw',
    drive: '`kill -9` of one of two workers, 6 times; 20 answers that throw; an unhandled rejection',
    expected:
      'at most the requests in flight are lost; a new worker starts within 2 s, with a growing delay; a throw is 500 `internal_error` for that request only',
    async run(rig, findings, amount) {
      await killWorkers(rig, findings, amount);
      await throwWithin(rig, findings);
    },
  },
  {
    number: 27,
    name: 'event loop blocked',
    drive: 'the event loop is busy for 3 s',
    expected:
      'waiting requests are answered or `overloaded` within 1.5 s after it; none is lost; then all answers are right',
    run: blockLoop,
  },
];
