/** What the clusters have in common: three nodes, each on a machine of its own. */

import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { promisify } from 'node:util';

import type { ServerProgram } from '../../tools/local-server/programs';
import { type DatabaseNode, prepareNodes } from './database-node';
import { createNetwork, type Machine, type Network } from './network';

/** @param fill fills the first node while it is alone; the others copy it */
export type StartCluster = (fill: (first: DatabaseNode) => Promise<void>) => Promise<Cluster>;

export interface Cluster {
  readonly nodes: readonly DatabaseNode[];
  readonly network: Network;
  /** The variable by which a node waits for what the others have, and its value. */
  readonly freshness: readonly [variable: string, value: string, stale: string];
  /** Whether the default of the server suffices for the node that takes the writes. */
  readonly defaultSuffices: boolean;
  /** What to write in haproxy.cfg in place of the check for Galera, by the section that uses it. */
  readonly sections: Readonly<Record<string, string>>;
  /** Brings a node that runs back if the cluster has lost it, and waits until all nodes have everything. */
  inStep(node: DatabaseNode): Promise<unknown>;
  /** Lets another node take the writes of this one, as for its maintenance. */
  retire(node: DatabaseNode): Promise<unknown>;
  readmit(node: DatabaseNode): Promise<unknown>;
  remove(): Promise<void>;
}

/** `report_host` also says which node has answered. */
const own = ({ group }: Machine, options: readonly string[]) => [
  '--bind-address=0.0.0.0',
  `--report-host=${group}`,
  ...options,
];

export async function prepareCluster(kind: ServerProgram['kind']) {
  const network = await createNetwork(3);
  try {
    const prepared = await prepareNodes(kind);
    chmodSync(prepared.folder, 0o755);
    const add = async (at: number, options: readonly string[], env?: NodeJS.ProcessEnv): Promise<DatabaseNode> => {
      const machine = { ...network.machines[at]!, ip: network.program };
      const node = await prepared.add(`node-${at + 1}`, own(machine, options), { env, machine });
      if (options.includes('--user=nobody')) await promisify(execFile)('chown', ['-R', 'nobody:', node.folder]);
      return node;
    };
    const remove = async () => {
      await prepared.removeAll();
      await network.remove();
    };
    return { folder: prepared.folder, program: prepared.program, network, add, remove };
  } catch (error) {
    await network.remove();
    throw error;
  }
}
