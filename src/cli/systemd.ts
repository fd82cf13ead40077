/** Tells systemd that the gateway listens, works and stops: sd_notify(3). */

import { spawn } from 'node:child_process';

import type { Logger } from 'pino';

import type { SystemdNotification } from '../config/settings';

export interface ServiceManager {
  /** The gateway listens. From now on the watchdog is told that it works. */
  listening(): void;
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
    listening() {
      notify('READY=1');
      // A blocked event loop runs no timer.
      if (watchdogMs !== undefined) timer = setInterval(() => notify('WATCHDOG=1'), watchdogMs / 2).unref();
    },
    stopping() {
      clearInterval(timer);
      notify('STOPPING=1');
    },
  };
}
