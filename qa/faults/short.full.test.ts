/** Killed connections, in short, on a private server. `npm run test:faults` runs every trial. */

import { Rig } from './rig/rig';
import { Findings } from './trial';
import { killConnections } from './trials/killed';

test('connections are killed, and no request fails', async () => {
  const rig = await Rig.open();
  const findings = new Findings();
  try {
    await killConnections(rig, findings, 100);
  } finally {
    await rig.close();
  }
  expect(findings.failures).toEqual([]);
}, 600_000);
