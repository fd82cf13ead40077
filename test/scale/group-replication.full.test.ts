import { dirname, join } from 'node:path';

import { until } from '../support/until';
import { type Cluster, prepareCluster } from './cluster';
import { describeFaults } from './cluster-faults';
import { type DatabaseNode, PASSWORD } from './database-node';

const STATE = `select member_state as state from performance_schema.replication_group_members
  where member_id = @@server_uuid`;
const MEMBERS = `select sum(member_state = 'ONLINE') as online
  from performance_schema.replication_group_members`;

/** @param fill fills the first node while it is alone; the others copy it */
async function startGroup(fill: (first: DatabaseNode) => Promise<void>): Promise<Cluster> {
  const { add, program, network, remove } = await prepareCluster('mysql');
  const addresses = network.machines.map(({ group }) => group);
  const nodes: DatabaseNode[] = [];
  for (const [at, address] of addresses.entries()) {
    const options = [
      `--server-id=${at + 1}`,
      '--gtid-mode=ON',
      '--enforce-gtid-consistency=ON',
      '--performance-schema=ON',
      `--plugin-dir=${join(dirname(program.path), '..', 'root', 'usr', 'lib', 'mysql', 'plugin')}`,
      '--plugin-load-add=group_replication.so',
      '--loose-group-replication-group-name=aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa',
      '--loose-group-replication-start-on-boot=OFF',
      `--loose-group-replication-local-address=${address}:33061`,
      `--loose-group-replication-group-seeds=${addresses.map((each) => `${each}:33061`).join()}`,
      `--loose-group-replication-ip-allowlist=${addresses.join()}`,
      '--loose-group-replication-recovery-get-public-key=ON',
      '--loose-group-replication-consistency=BEFORE',
      // The others go on without a silent member 5 s after its last sign of life, and a member without the others gives up.
      '--loose-group-replication-member-expel-timeout=0',
      '--loose-group-replication-unreachable-majority-timeout=1',
    ];
    nodes.push(await add(at, options));
  }

  /** A member that has just been cut off does not know it yet, so the others are asked as well. */
  const areOnline = async () => {
    const views = await Promise.all(nodes.map((node) => node.query(MEMBERS)));
    return views.every(([view]) => Number(view?.online) === nodes.length);
  };
  /** A member that was expelled is offline, and after one attempt tries again by itself only every five minutes. */
  const rejoin = async (node: DatabaseNode) => {
    const [member] = await node.query(STATE);
    if (member?.state === 'RECOVERING' || member?.state === 'ONLINE') return;
    await node.query('stop group_replication', 'start group_replication', 'set global offline_mode = off');
  };
  const inStep = (node: DatabaseNode) =>
    until(async () => {
      await rejoin(node).catch(() => undefined);
      return areOnline().catch(() => false);
    }, 'all members are online');
  const source = `change replication source to source_user = 'root', source_password = '${PASSWORD}'
    for channel 'group_replication_recovery'`;
  const [first, ...others] = nodes;
  await Promise.all(nodes.map((node) => node.start()));
  await Promise.all(nodes.map((node) => node.query(source)));
  await first!.query(
    'set global group_replication_bootstrap_group = on',
    'start group_replication',
    'set global group_replication_bootstrap_group = off',
  );
  await fill(first!);
  await first!.query(
    `create user haproxy@'%'`,
    `grant select on performance_schema.replication_group_members to haproxy@'%'`,
  );
  for (const node of others) await node.query('start group_replication');
  for (const node of others) await inStep(node);
  return {
    nodes,
    network,
    freshness: ['group_replication_consistency', `'BEFORE'`, `'EVENTUAL'`],
    defaultSuffices: true,
    sections: { 'lookups-database': 'group-member', 'keeper-database': 'group-primary' },
    inStep,
    retire: (node) =>
      node.query(
        `select member_id into @next from performance_schema.replication_group_members
        where member_role = 'SECONDARY' limit 1`,
        'select group_replication_set_as_primary(@next)',
      ),
    readmit: async () => undefined,
    remove,
  };
}

jest.setTimeout(180_000);

describeFaults(startGroup);
