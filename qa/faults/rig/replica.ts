/** A second server that replicates the first. */

import { type FaultServer } from './fault-server';
import type { Rig } from './rig';

export interface Replica {
  readonly server: FaultServer;
  /** Grants of the gateways' account. */
  readonly url: string;
}

const PRIMARY = ['--log-bin=changes', '--server-id=1', '--binlog-format=ROW'];
let ids = 1;

/** Both servers hold the same world when replication starts. The primary restarts if it has no binary log yet. */
export async function startReplica(rig: Rig, name: string): Promise<Replica> {
  const { server: primary } = rig;
  const logs = await primary.withConnection(async (connection) => {
    const [rows] = await connection.query('select @@log_bin as log_bin');
    return (rows as { log_bin: number }[])[0]?.log_bin === 1;
  });
  if (!logs) await rig.heal({ restart: true, options: PRIMARY });
  const replica = await rig.anotherServer(name, [`--server-id=${(ids += 1)}`, '--read-only=1']);
  const user = 'follower';
  const password = 'follows, and does nothing else';
  await primary.run(
    `drop user if exists ${user}@'%'`,
    `create user ${user}@'%' identified by '${password}'`,
    `grant replication slave on *.* to ${user}@'%'`,
  );
  const isMariaDb = primary.kind.startsWith('MariaDB');
  const place = await primary.withConnection(async (connection) => {
    const [rows] = await connection.query('show master status').catch(() => connection.query('show binary log status'));
    return (rows as { File: string; Position: number }[])[0]!;
  });
  const { File: file, Position: position } = place;
  await replica.run(
    isMariaDb
      ? `change master to master_host = '127.0.0.1', master_port = ${primary.port}, master_user = '${user}', master_password = '${password}', master_log_file = '${file}', master_log_pos = ${position}`
      : `change replication source to source_host = '127.0.0.1', source_port = ${primary.port}, source_user = '${user}', source_password = '${password}', source_log_file = '${file}', source_log_pos = ${position}, get_source_public_key = 1`,
    isMariaDb ? 'start slave' : 'start replica',
  );
  return { server: replica, url: replica.urlBy(replica.port) };
}
