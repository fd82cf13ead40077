import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installWithApt } from '../../tools/local-server/install';
import { findProgram, programFolders } from '../../tools/local-server/programs';
import { debianProgram, installingAlone } from '../support/debian-program';
import { until } from '../support/until';
import { type Cluster, prepareCluster } from './cluster';
import { describeFaults } from './cluster-faults';
import type { DatabaseNode } from './database-node';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const run = promisify(execFile);

/** @param fill fills the first node while it is alone; the others copy it */
async function startGalera(fill: (first: DatabaseNode) => Promise<void>): Promise<Cluster> {
  const { folder, add, network, remove } = await prepareCluster('mariadb');
  const env = await install(folder);
  const addresses = network.machines.map(({ group }) => group);
  const nodes: DatabaseNode[] = [];
  for (const [at, address] of addresses.entries()) {
    const provider = [
      `gmcast.listen_addr=tcp://${address}:4567`,
      `ist.recv_addr=${address}`,
      'gcache.size=32M',
      // A dead node blocks the others for a little longer than this. A busy machine may stop a node for a shorter time
      // without its being declared dead; see docs/operate/scale.md.
      'evs.suspect_timeout=PT3S',
      'evs.inactive_timeout=PT9S',
    ];
    const options = [
      '--skip-log-bin',
      '--binlog-format=row',
      '--innodb-autoinc-lock-mode=2',
      '--wsrep-on=ON',
      `--wsrep-provider=${PROVIDER}`,
      `--wsrep-provider-options=${provider.join(';')}`,
      '--wsrep-cluster-name=leasegate-test',
      `--wsrep-cluster-address=gcomm://${addresses.join()}`,
      `--wsrep-node-name=node-${at + 1}`,
      `--wsrep-node-address=${address}`,
      '--wsrep-sst-method=rsync',
      '--wsrep-sync-wait=1',
      // rsync drops root's rights, and the server must own the files that it writes.
      '--user=nobody',
    ];
    nodes.push(await add(at, options, env));
  }
  /** A node that has just been cut off does not know it yet, so the others are asked as well. */
  const status = async (node: DatabaseNode, name: string) =>
    Number((await node.query('set wsrep_sync_wait = 0', `show status like 'wsrep_${name}'`))[0]?.Value);
  const areInStep = async (running: readonly DatabaseNode[]) => {
    const states = running.map(async (node) => [await status(node, 'local_state'), await status(node, 'cluster_size')]);
    return (await Promise.all(states)).every(([state, size]) => state === 4 && size === running.length);
  };
  const inStep = (running: readonly DatabaseNode[]) =>
    until(() => areInStep(running).catch(() => false), 'the nodes are in step');
  for (const [at, node] of nodes.entries()) {
    await node.start(...(at === 0 ? ['--wsrep-new-cluster'] : []));
    await inStep(nodes.slice(0, at + 1));
    if (at > 0) continue;
    await fill(node);
    await node.query(`create user haproxy@'%'`);
  }
  return {
    nodes,
    network,
    freshness: ['wsrep_sync_wait', '1', '0'],
    defaultSuffices: false,
    sections: {},
    inStep: () => inStep(nodes),
    // HAProxy has no session on a node that is desynchronised, as for maintenance.
    retire: (node) => node.query('set global wsrep_desync = on'),
    readmit: (node) => node.query('set global wsrep_desync = off'),
    remove,
  };
}

/**
 * Adds what a node needs beside the server program: the library, and the script that copies one node to another.
 * @returns the environment of a node, in which it finds that script. It is passed to the node, because Jest's
 * `process.env` is a copy: a change of it reaches no child process.
 */
async function install(folder: string): Promise<NodeJS.ProcessEnv> {
  await debianProgram('rsync');
  await debianProgram('lsof');
  const aptGet = findProgram(programFolders(process.env.PATH ?? ''), 'apt-get');
  const log = join(folder, 'install.log');
  if (!existsSync(PROVIDER)) {
    if (aptGet === undefined) throw new Error('These tests need galera-4: install it, then run them again.');
    const options = ['-o', 'DPkg::Lock::Timeout=300', '-y', '--no-remove', '--no-upgrade', '--no-install-recommends'];
    await installingAlone(() => installWithApt(aptGet, ['install', ...options, 'galera-4'], log));
  }
  if (findProgram(programFolders(process.env.PATH ?? ''), 'wsrep_sst_rsync') !== undefined) return process.env;
  // The package would install and start a service. Only its scripts are needed.
  const scripts = join(folder, 'mariadb-server');
  mkdirSync(scripts);
  await run('sh', ['-c', 'cd "$0" && apt-get download mariadb-server && dpkg-deb -x ./*.deb .', scripts]);
  for (const name of readdirSync(scripts).filter((one) => one.endsWith('.deb'))) rmSync(join(scripts, name));
  return { ...process.env, PATH: `${join(scripts, 'usr', 'bin')}:${process.env.PATH}` };
}

jest.setTimeout(180_000);

describeFaults(startGalera);
