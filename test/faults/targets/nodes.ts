/** One node of each kind is killed. Nobody receives a wrong answer, and nobody waits without one. */

import { setTimeout as sleep } from 'node:timers/promises';

import { RECOVERED_MS } from '../faults/away';
import { isFailure, isLost, isRight, isUnavailable } from '../rig/outcomes';
import { startReplica } from '../rig/replica';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

async function killNodes(rig: Rig, findings: Findings): Promise<void> {
  const replicas = [await startReplica(rig, 'one'), await startReplica(rig, 'two')];
  const DATABASE_REPLICA_URLS = replicas.map(({ url }) => url).join(',');
  const env = { DATABASE_REPLICA_URLS };
  const [first, second] = replicas;
  const settle = () => sleep(4_000);

  const replicaKilled = await rig.underLoad({ env }, findings, async () => {
    await first!.server.kill();
    await settle();
  });
  findings.atMost('failed when a replica is killed', replicaKilled.count(isFailure), 0);

  let backAt = 0;
  const primaryKilled = await rig.underLoad({ env }, findings, async () => {
    await rig.server.kill();
    await settle();
    await rig.heal();
    backAt = performance.now();
    await settle();
  });
  findings.atMost('failed when the primary is killed', primaryKilled.count(isFailure), 0);
  // Memberships are read on the primary. Until a replica is read instead, the only right answer is 503.
  findings.atMost(
    'neither right nor 503 when the primary is killed',
    primaryKilled.count((kind) => isFailure(kind) && kind !== isUnavailable),
    0,
  );
  findings.atMost(
    'failed later than 1 s after it accepts connections',
    primaryKilled.sent(backAt + RECOVERED_MS * findings.slack).count(isFailure),
    0,
  );
  await second!.server.stop();

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
    name: 'one node of each kind killed',
    drive: '`kill -9` of one of two replicas, of the primary, and of one of two workers',
    expected: 'no wrong answer; only requests in flight in a killed worker fail',
    run: killNodes,
  },
];
