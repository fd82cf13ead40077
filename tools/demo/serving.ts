import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { localUrl } from '../../src/cli/readiness';
import type { Environment, Settings } from '../../src/config/settings';
import { packageFolder } from '../../src/package';
import { startGuarded } from '../local-server/server-process';
import type { Started } from './run-until-signal';

export interface ServingGateway {
  readonly url: string;
  readonly adminUrl: string;
}

/**
 * Runs `leasegate serve` in its own session, so that Ctrl-C in the terminal does not reach it, and waits until it listens.
 * Its end is added to `started`. @throws {Error} when it ends first, having printed why
 */
export async function startServing(
  environment: Environment,
  { host, port, adminHost, adminPort, basePath }: Settings,
  started: Started,
): Promise<ServingGateway> {
  const program = join(packageFolder(), 'bin', 'leasegate');
  const child = startGuarded(() =>
    spawn(process.execPath, [program, 'serve'], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    }),
  );
  const ended = once(child, 'exit');
  let isEnded = false;
  void ended.then(() => (isEnded = true));
  started.add(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const adminUrl = localUrl(adminHost, adminPort);
  while (!(await answers(`${adminUrl}/livez`))) {
    if (isEnded) throw new Error('The gateway could not start.');
    await sleep(50);
  }
  return { url: `${localUrl(host, port)}${basePath}`, adminUrl };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
