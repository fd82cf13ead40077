/** The database runs, but its connections fail. */

import { setTimeout as sleep } from 'node:timers/promises';

import { sessions } from '../rig/fault-server';
import { countOf, isFailure } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

/** The time after a kill until every request that it may have hit has ended. */
const MET_MS = 20;

/** Kills random connections of the gateway, idle or not. */
async function killed(rig: Rig, findings: Findings, { short, times }: Amount): Promise<void> {
  const count = short ? 100 : 100 * times;
  let killed = 0;
  const outcomes = await rig.underLoad(50, findings, (load) =>
    rig.server.withConnection(async (connection) => {
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
        // A lookup is retried once, so no lookup may meet two kills.
        await sleep(MET_MS);
        await load.settled();
      }
    }),
  );
  findings.atMost('failed requests', countOf(outcomes, isFailure), 0);
  findings.atLeast('connections killed', killed, count);
}

export const KILLED: Trial = { name: 'connections killed', shown: true, short: true, run: killed };
