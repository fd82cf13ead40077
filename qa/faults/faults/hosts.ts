/** A host of the database is lost while another one is named as well. */

import { setTimeout as sleep } from 'node:timers/promises';

import { isFailure, isUnavailable } from '../rig/outcomes';
import { startReplica } from '../rig/replica';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

/** The promise: this long after the host in use was lost, every request is answered. */
const TAKEN_OVER_MS = 2_000;

async function loseHosts(rig: Rig, findings: Findings): Promise<void> {
  const replica = await startReplica(rig, 'second');
  const { port } = new URL(rig.databaseUrl);
  const env = { DATABASE_URL: rig.databaseUrl.replace(`:${port}/`, `:${port},127.0.0.1:${replica.server.port}/`) };
  const settle = () => sleep(4_000);

  let lostAt = 0;
  const firstLost = await rig.underLoad({ env }, findings, async () => {
    await settle();
    lostAt = performance.now();
    await rig.server.kill();
    await settle();
    await rig.heal();
    await settle();
  });
  findings.atMost(
    'neither right nor 503 when the first host is killed',
    firstLost.count((kind) => isFailure(kind) && kind !== isUnavailable),
    0,
  );
  const later = firstLost.sent(lostAt + TAKEN_OVER_MS * findings.slack);
  findings.atMost('failed later than 2 s after that', later.count(isFailure), 0);

  const secondLost = await rig.underLoad({ env }, findings, async () => {
    await replica.server.kill();
    await settle();
  });
  findings.atMost('failed when the second host is killed', secondLost.count(isFailure), 0);
}

export const HOSTS: readonly Trial[] = [
  {
    number: 12,
    name: 'database host lost',
    shown: true,
    drive: '`kill -9` of the first of two database hosts, restarted after 4 s, and of the second',
    expected: 'no wrong answer; 503 for at most 2 s after the first is killed, and no failure for the second',
    run: loseHosts,
  },
];
