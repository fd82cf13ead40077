/** A Galera cluster of three nodes from Debian's packages. */

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { installWithApt } from '../../tools/local-server/install';
import { freePort } from '../../tools/local-server/free-port';
import { findProgram, programFolders } from '../../tools/local-server/programs';
import { debianProgram, installingAlone } from '../support/debian-program';
import { type DatabaseNode, prepareNodes } from './database-node';
import { until } from '../support/until';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const isRoot = process.getuid?.() === 0;
const run = promisify(execFile);

export type Galera = Exclude<Awaited<ReturnType<typeof startGalera>>, null>;

/**
 * Null if the server of this machine is not MariaDB.
 * @param fill fills the first node while it is alone; the others copy it
 */
export async function startGalera(fill: (first: DatabaseNode) => Promise<void>) {
  const prepared = await prepareNodes();
  if (prepared.program.kind === 'mysql') {
    await prepared.removeAll();
    return null;
  }
  const env = await install(prepared.folder);
  const ports = await Promise.all(
    ['a', 'b', 'c'].map(async () => [await freePort(), await freePort(), await freePort()]),
  );
  const cluster = `--wsrep-cluster-address=gcomm://${ports.map(([group]) => `127.0.0.1:${group}`).join()}`;
  const add = async (at: number) => {
    const [group, increments, copy] = ports[at]!;
    const provider = [
      `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
      `ist.recv_addr=127.0.0.1:${increments}`,
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
      cluster,
      `--wsrep-node-name=node-${at + 1}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
      '--wsrep-sync-wait=1',
      // rsync drops root's rights, and the server must own the files that it writes.
      ...(isRoot ? ['--user=nobody'] : []),
    ];
    const node = await prepared.add(`node-${at + 1}`, options, env);
    if (isRoot) await run('chown', ['-R', 'nobody:', node.folder]);
    return node;
  };
  if (isRoot) chmodSync(prepared.folder, 0o755);
  const nodes = [await add(0), await add(1), await add(2)] as const;
  /** A node answers slightly before it is synchronised, and refuses statements until then. */
  const start = async (node: DatabaseNode, ...options: string[]): Promise<void> => {
    await node.start(...options);
    const state = async () => (await node.query(`show status like 'wsrep_local_state'`))[0]?.Value as unknown;
    await until(async () => (await state()) === '4', 'the node is in step');
  };
  await start(nodes[0], '--wsrep-new-cluster');
  await fill(nodes[0]);
  await start(nodes[1]);
  await start(nodes[2]);
  return { nodes, rejoin: start, remove: prepared.removeAll };
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
    if (!isRoot || aptGet === undefined) throw new Error('These tests need galera-4: install it, then run them again.');
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
