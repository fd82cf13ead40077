/** The database runs, but its connections fail. */

import { setTimeout as sleep } from 'node:timers/promises';

import { countOf, isLost, isWrong, shown } from '../rig/outcomes';
import { type Rig, sessions } from '../rig/rig';
import type { Findings } from '../trial';

/** The time after a kill until every request that it may have hit has ended. */
const MET_MS = 20;

/** Kills random connections of the gateway, idle or not. No request may fail, because a lookup is retried once. */
export async function killConnections(rig: Rig, findings: Findings, count: number): Promise<void> {
  // On a machine that does other work as well, any process may have to wait.
  const gateway = await rig.serve({ MAX_EVENT_LOOP_DELAY_MS: '60000' });
  const load = rig.load(gateway, { clients: 10, thinkMs: 20 });
  let killed = 0;
  await rig.withConnection(async (connection) => {
    const deadline = performance.now() + 600_000;
    while (killed < count && performance.now() < deadline) {
      const open = await sessions(connection);
      const victim = open[Math.floor((killed * 0.618 * open.length) % Math.max(1, open.length))];
      if (victim !== undefined) {
        await connection.query('kill ?', [victim]).then(
          () => (killed += 1),
          // The connection may have closed by itself.
          () => undefined,
        );
      }
      // No lookup may meet two kills.
      await sleep(MET_MS);
      await load.settled();
    }
  });
  const outcomes = await load.stop();
  const failed = countOf(outcomes, (kind) => kind !== 'right');
  findings.note(`${shown(outcomes)}; connections killed: ${killed}`);
  findings.must(outcomes.right !== undefined && failed === 0, `${failed} requests failed`);
  findings.must(countOf(outcomes, (kind) => isWrong(kind) || isLost(kind)) === 0, `wrong: ${load.firstWrong}`);
  findings.must(killed >= count, `${killed} connections were killed, less than ${count}`);
  await rig.expectEnd(gateway, findings);
}
