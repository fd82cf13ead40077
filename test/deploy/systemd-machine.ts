/** systemd as the first process of namespaces of its own, which runs deploy/leasegate.service. */

import { execFile, spawn } from 'node:child_process';
import { copyFileSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startGuarded } from '../../tools/local-server/server-process';
import { children } from '../cli/children';
import { until } from '../support/until';

export const ROOT = join(__dirname, '..', '..');
export const UNIT = join(ROOT, 'deploy', 'leasegate.service');

export interface Machine {
  /** Runs a program in there, and returns what it prints. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Properties of the unit. */
  show(...properties: readonly string[]): Promise<Record<string, string>>;
  /** What systemd and the service printed. */
  output(): string;
  stop(): Promise<void>;
}

export interface Booting {
  /** Empty; on a real file system. */
  readonly folder: string;
  /** The environment file. */
  readonly settings: Readonly<Record<string, string>>;
  /** Lines for the section `[Service]`. */
  readonly changes: readonly string[];
}

export async function bootSystemd({ folder, settings, changes }: Booting): Promise<Machine> {
  if (process.getuid?.() !== 0) throw new Error('This test boots systemd in namespaces of its own, which needs root.');
  copyFileSync(UNIT, join(folder, 'leasegate.service'));
  const output = join(folder, 'output');
  writeFileSync(join(folder, 'test.conf'), ['[Service]', ...changes, ''].join('\n'));
  writeFileSync(
    join(folder, 'leasegate.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const log = openSync(output, 'w');
  const script = [join(__dirname, 'boot-systemd.sh'), folder, process.execPath, ROOT];
  const namespaces = ['--mount', '--pid', '--fork', '--ipc', '--uts', '--cgroup', '--kill-child'];
  const unshare = startGuarded(() =>
    spawn('unshare', [...namespaces, 'sh', ...script], { stdio: ['ignore', log, log], detached: true }),
  );
  const ended = new Promise((resolve) => unshare.once('exit', resolve));
  const first = () => children(unshare.pid!)[0];
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    const inside = ['--target', String(first()), '--mount', '--pid', '--cgroup', '--root', '--wd=/'];
    const { stdout } = await promisify(execFile)('nsenter', [...inside, program, ...args], { encoding: 'utf8' });
    return stdout;
  };
  const machine: Machine = {
    run,
    async show(...properties) {
      const lines = await run('systemctl', 'show', 'leasegate.service', `--property=${properties.join(',')}`);
      return Object.fromEntries(
        [...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']): [string, string] => [name, value]),
      );
    },
    output: () => readFileSync(output, 'utf8'),
    async stop() {
      unshare.kill('SIGKILL');
      await ended;
    },
  };
  try {
    await until(
      async () => (await machine.show('ActiveState').catch(() => ({ ActiveState: '' }))).ActiveState === 'active',
      'the service is active',
    );
  } catch (error) {
    await machine.stop();
    throw new Error(machine.output(), { cause: error });
  }
  return machine;
}
