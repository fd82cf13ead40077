/** A primary and its replica, with the server's own replication by GTID. */

import { type DatabaseNode, prepareNodes } from './database-node';
import { until } from '../support/until';

export type Replication = Awaited<ReturnType<typeof startReplication>>;

const OPTIONS = {
  mariadb: ['--log-bin=binlog', '--binlog-format=row'],
  mysql: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
} as const;

function follow(kind: 'mariadb' | 'mysql', port: number): string {
  if (kind === 'mariadb') {
    return `change master to master_host = '127.0.0.1', master_port = ${port}, master_user = 'replicates',
      master_password = 'replicates', master_connect_retry = 1, master_use_gtid = slave_pos`;
  }
  return `change replication source to source_host = '127.0.0.1', source_port = ${port}, source_user = 'replicates',
    source_password = 'replicates', source_connect_retry = 1, source_auto_position = 1, get_source_public_key = 1`;
}

export async function startReplication() {
  const nodes = await prepareNodes();
  const { kind } = nodes.program;
  const primary = await nodes.add('primary', [...OPTIONS[kind], '--server-id=1']);
  const replica = await nodes.add('replica', [...OPTIONS[kind], '--server-id=2']);
  await Promise.all([primary.start(), replica.start()]);
  await primary.query(
    `create user replicates identified by 'replicates'`,
    'grant replication slave on *.* to replicates',
  );
  await replica.query(follow(kind, primary.port), 'start replica');

  const position = async (node: DatabaseNode, of: 'gtid_binlog_pos' | 'gtid_slave_pos') => {
    const variable = kind === 'mariadb' ? of : 'gtid_executed';
    const [row] = await node.query(`select @@global.${variable} as position`);
    return String(row?.position);
  };
  return {
    primary,
    replica,
    /** Waits until the replica has caught up with the primary. */
    async caughtUp(): Promise<void> {
      const wanted = await position(primary, 'gtid_binlog_pos');
      await until(async () => (await position(replica, 'gtid_slave_pos')).includes(wanted), 'the replica caught up');
    },
    remove: () => nodes.removeAll(),
  };
}
