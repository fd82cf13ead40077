/** Tells systemd that the gateway listens, works and stops: sd_notify(3). */

import { spawn } from 'node:child_process';

import type { Logger } from 'pino';

import type { SystemdNotification } from '../config/settings';

export interface ServiceManager {
  /** The gateway listens. From now on the watchdog is told that it works. */
  listening(adminUrl: string): void;
  stopping(): void;
}

/** Does nothing when `notification` is undefined. */
export function serviceManager(notification: SystemdNotification | undefined, log: Logger): ServiceManager {
  if (notification === undefined) return { listening: () => undefined, stopping: () => undefined };
  const { environment, watchdogMs } = notification;
  // Node has no datagram sockets of the Unix domain.
  const notify = (state: string): void => {
    const failed = (): void => log.warn({ state }, 'systemd-notify failed');
    const child = spawn('systemd-notify', [state], { env: environment, stdio: 'ignore' });
    child.once('error', failed);
    child.once('exit', (status) => status === 0 || failed());
    child.unref();
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    listening(adminUrl) {
      notify('READY=1');
      if (watchdogMs === undefined) return;
      const period = watchdogMs / 2;
      const notifyIfAlive = async (): Promise<void> => {
        if (await isAlive(adminUrl, period)) notify('WATCHDOG=1');
        else log.warn('the watchdog of systemd is not notified: /livez does not answer');
      };
      timer = setInterval(() => void notifyIfAlive(), period).unref();
    },
    stopping() {
      clearInterval(timer);
      notify('STOPPING=1');
    },
  };
}

/** Asked over HTTP, because the process that supervises several workers may run on while none of them answers. */
async function isAlive(adminUrl: string, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(`${adminUrl}/livez`, { signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
