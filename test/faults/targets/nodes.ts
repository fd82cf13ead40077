/** A worker is killed. Nobody receives a wrong answer, and nobody waits without one. */

import { setTimeout as sleep } from 'node:timers/promises';

import { isFailure, isLost, isRight } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

async function killWorker(rig: Rig, findings: Findings): Promise<void> {
  const settle = () => sleep(4_000);
  const workerKilled = await rig.underLoad(
    { env: { WORKERS: '2' }, excuses: isLost },
    findings,
    async ({ gateway }) => {
      process.kill(gateway.workers()[0] ?? 0, 'SIGKILL');
      await settle();
    },
  );
  findings.must(workerKilled.count(isRight) > 0, 'nothing is answered without a worker');
  findings.atMost(
    'without an answer when a worker is killed: at most its requests in flight',
    workerKilled.count(isLost),
    40,
  );
  findings.atMost(
    'other failures then',
    workerKilled.count((kind) => isFailure(kind) && !isLost(kind)),
    0,
  );
}

export const NODES: readonly Trial[] = [
  {
    name: 'worker killed',
    drive: '`kill -9` of one of two workers',
    expected: 'no wrong answer; only requests in flight in it fail',
    run: killWorker,
  },
];
