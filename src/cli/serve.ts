import { spawn } from 'node:child_process';

import { Command } from 'commander';
import type { Logger } from 'pino';

import { suspectSettings } from '../config/environment';
import { SecretFiles } from '../config/renewal';
import {
  type Environment,
  readSettings,
  readSystemdNotification,
  type Settings,
  type SystemdNotification,
} from '../config/settings';
import type { Gateway } from '../server/server';
import { type Log, openLog } from '../telemetry/log';
import { listenToSignals, type Signals } from './signals';
import { CommandFailure, examples } from './terminal';

/** `leasegate serve`: runs until SIGTERM or SIGINT, then drains. */
export function serveCommand(environment: Environment): Command {
  return new Command('serve')
    .description('run the gateway; SIGTERM drains it')
    .addHelpText('after', examples('DATABASE_URL=mysql://… AUTH_JWT_SECRET=… leasegate serve'))
    .action(async () => {
      const settings = readSettings(environment);
      const output = openLog(settings.logLevel);
      for (const problem of suspectSettings(environment)) output.log.warn({ problem }, 'settings');
      const manager = serviceManager(readSystemdNotification(environment, process.pid), output.log);
      try {
        const secrets = new SecretFiles(settings, environment);
        const signals = listenToSignals(() => secrets.renew());
        await serve(settings, output, signals, { manager, secrets });
      } finally {
        await output.close();
      }
    });
}

async function serve(
  settings: Settings,
  { log, onLinesLost }: Log,
  { stop, force }: Signals,
  { manager, secrets }: { readonly manager: ServiceManager; readonly secrets: SecretFiles },
): Promise<void> {
  void force.then((signal) => {
    log.fatal({ signal }, 'ended by force');
    process.exit(1);
  });
  // Loaded here, because `--help` needs none of it.
  const { startGateway } = await import('../server/server.ts');
  const { uncaughtException } = await import('../telemetry/gateway-log.ts');
  const gateway = await startGateway(settings, { log, onLinesLost, secrets });
  const failure = uncaughtException(log);
  log.info({ url: gateway.url, adminUrl: gateway.adminUrl }, 'listening');
  manager.listening();
  void warnOfProblems(gateway, log);

  const signal = await Promise.race([stop, failure]);
  log.info({ signal }, 'draining');
  manager.stopping();
  const failed = signal === 'failure';
  const { cutOff } = await gateway.close({ delayMs: failed ? 0 : settings.shutdownDelayMs });
  if (cutOff > 0) {
    log.error({ requests: cutOff }, 'requests cut off');
    throw new CommandFailure('Some requests were cut off.');
  }
  if (failed) throw new CommandFailure('It ended because of an uncaught exception, which is in the log.');
  log.info('stopped');
}

/** Logs why the gateway is not ready, with the address of the database, which `/readyz` leaves out. */
async function warnOfProblems(gateway: Gateway, log: Logger): Promise<void> {
  const problems = await gateway.problemsForLog();
  if (problems.length > 0) log.warn({ problems }, 'lookups are unavailable');
}

interface ServiceManager {
  /** The gateway listens. From now on the watchdog is told that it works. */
  listening(): void;
  stopping(): void;
}

/** Does nothing when `notification` is undefined. */
function serviceManager(notification: SystemdNotification | undefined, log: Logger): ServiceManager {
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
