/** Runs an image as a container engine does: its user, no privileges, its own process IDs. The network is that of this machine. */

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startGuarded } from '../../tools/local-server/server-process';
import type { Image } from './image';

export interface Running {
  readonly began: number;
  /** What it has printed. */
  output(): string;
  /** Runs a program in there. @returns its exit status and its output */
  exec(args: readonly string[]): Promise<{ status: number; stdout: string }>;
  /** Sends a signal to the first process. */
  kill(signal: 'TERM' | 'KILL'): Promise<void>;
  readonly exited: Promise<number | null>;
}

export interface Options {
  /** In place of the image’s command. */
  readonly command?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly readOnly: boolean;
}

/** crun accepts one kind of control groups only, and this machine may have both. */
const CRUN = 'mount --make-rprivate / && mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec crun "$@"';
const inside = (args: readonly string[]) => ['--mount', 'sh', '-c', CRUN, 'crun', ...args];

let containers = 0;

export function startContainer(folder: string, { config, root }: Image, { command, env, readOnly }: Options): Running {
  containers += 1;
  const id = `leasegate-${process.pid}-${containers}`;
  const bundle = join(folder, id);
  mkdirSync(bundle);
  const [uid, gid] = config.User.split(':').map(Number);
  const processConfig = {
    args: [...config.Entrypoint, ...(command ?? config.Cmd)],
    env: [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
    cwd: config.WorkingDir,
    user: { uid, gid },
    noNewPrivileges: true,
    capabilities: {},
  };
  const specification = {
    ociVersion: '1.0.2',
    process: processConfig,
    root: { path: root, readonly: readOnly },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      {
        destination: '/dev',
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'strictatime', 'mode=755', 'size=64k'],
      },
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  };
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(specification));
  const log = join(bundle, 'output');
  const output = openSync(log, 'w');
  const state = ['--root', join(folder, 'crun'), '--cgroup-manager=disabled'];
  const began = performance.now();
  const crun = startGuarded(() =>
    spawn('unshare', inside([...state, 'run', '--bundle', bundle, id]), { stdio: ['ignore', output, output] }),
  );
  const call = (...args: readonly string[]) =>
    promisify(execFile)('unshare', inside([...state, ...args]), { encoding: 'utf8' });
  return {
    began,
    output: () => readFileSync(log, 'utf8'),
    async exec(args) {
      try {
        return { status: 0, stdout: (await call('exec', '--user', config.User, id, ...args)).stdout };
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { status: code, stdout: stdout + stderr };
      }
    },
    async kill(signal) {
      await call('kill', id, signal);
    },
    exited: new Promise((resolve) => crun.once('exit', resolve)),
  };
}
