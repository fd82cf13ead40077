/** A private database server with a world to attack, on which gateways are started. */

import { signToken } from '../../../test/support/tokens';
import type { Environment } from '../../../test/cli/leasegate';
import { Rig } from '../../faults/rig/rig';
import { MeteredGateway } from './metered-gateway';
import { addSharedLeases } from './shared-leases';

const DAY_SECONDS = 86_400;

export interface Site {
  /** A caller who may see every group. */
  readonly token: string;
  serve(env?: Environment): Promise<MeteredGateway>;
  close(): Promise<void>;
}

export async function openSite(seed: number): Promise<Site> {
  const rig = await Rig.open(seed);
  try {
    await rig.server.withDatabase((db) => addSharedLeases(db));
    const token = await signToken({ subject: 'attacker', groups: '*', expiresIn: DAY_SECONDS });
    const { databaseUrl } = rig;
    return {
      token,
      serve: (env) => MeteredGateway.start(databaseUrl, token, env),
      close: () => rig.close(),
    };
  } catch (error) {
    await rig.close();
    throw error;
  }
}
