import cluster from 'node:cluster';

import { Command } from 'commander';
import type { Logger } from 'pino';

import type { Gateway, Dependencies } from '../server/server';
import { type Log, openLog } from '../telemetry/log';
import { type Environment, readSettings, readSystemdNotification, type Settings } from '../config/settings';
import { CommandFailure, examples } from './terminal';
import { listenToSignals, type Signals } from './signals';
import { type ServiceManager, serviceManager } from './systemd';
import {
  isFirstWorker,
  isWorker,
  orphaned,
  outliveSupervisor,
  retired,
  reportFailing,
  reportListening,
} from './worker-process';

/** `leasegate serve`: runs until SIGTERM or SIGINT, then drains. */
export function serveCommand(environment: Environment): Command {
  return new Command('serve')
    .description('run the gateway; SIGTERM drains it, SIGHUP replaces its WORKERS')
    .addHelpText('after', examples('DATABASE_URL=mysql://… AUTH_JWT_SECRET=… leasegate serve'))
    .action(async () => {
      const settings = readSettings(environment);
      const output = openLog(settings.logLevel);
      const signals = listenToSignals();
      const manager = serviceManager(readSystemdNotification(environment, process.pid), output.log);
      try {
        if (isWorker()) await work(settings, output, signals);
        else if (settings.workers > 1) await supervise(settings, output.log, signals, manager);
        else await serveAlone(settings, output, signals, manager);
      } finally {
        await output.close();
        // Last, because a worker ends when its channel closes.
        if (isWorker() && process.connected) process.disconnect();
      }
    });
}

async function supervise(settings: Settings, log: Logger, signals: Signals, manager: ServiceManager): Promise<void> {
  const [{ superviseWorkers }, { answerScrapes }] = await Promise.all([
    import('./workers.ts'),
    import('../telemetry/metrics/worker-metrics.ts'),
  ]);
  answerScrapes(cluster);
  await superviseWorkers(settings.workers, signals, {
    log,
    manager,
    shutdownDelayMs: settings.shutdownDelayMs,
    replyTo: await countingForWorkers(settings),
  });
}

interface Started {
  readonly gateway: Gateway;
  /** Resolves when the process should end after an uncaught exception. */
  readonly failure: Promise<'failure'>;
}

/** Loads the gateway, which a process that supervises workers does not need. */
async function start(settings: Settings, dependencies: Partial<Dependencies> & { log: Logger }): Promise<Started> {
  const [{ startGateway }, { uncaughtException }] = await Promise.all([
    import('../server/server.ts'),
    import('../telemetry/gateway-log.ts'),
  ]);
  return { gateway: await startGateway(settings, dependencies), failure: uncaughtException(dependencies.log) };
}

async function serveAlone(
  settings: Settings,
  { log, onLinesLost }: Log,
  { stop, force, onHangup }: Signals,
  manager: ServiceManager,
): Promise<void> {
  void force.then((signal) => {
    log.fatal({ signal }, 'ended by force');
    process.exit(1);
  });
  const { gateway, failure } = await start(settings, { log, onLinesLost });
  log.info({ url: gateway.url, adminUrl: gateway.adminUrl }, 'listening');
  manager.listening(gateway.adminUrl);
  onHangup(() => log.warn('SIGHUP replaces the processes of WORKERS; it needs two or more'));
  void warnOfProblems(gateway, log);

  const signal = await Promise.race([stop, failure]);
  log.info({ signal }, 'draining');
  manager.stopping();
  const failed = signal === 'failure';
  await end(gateway, log, { failed, replaced: false, delayMs: failed ? 0 : settings.shutdownDelayMs });
  log.info('stopped');
}

/** Logs why the gateway is not ready, with the address of the database, which `/readyz` leaves out. */
async function warnOfProblems(gateway: Gateway, log: Logger): Promise<void> {
  const problems = await gateway.problemsForLog();
  if (problems.length > 0) log.warn({ problems }, 'lookups are unavailable');
}

/** @throws {CommandFailure} when it did not end cleanly */
async function end(
  gateway: Gateway,
  log: Logger,
  { failed, ...how }: { readonly failed: boolean; readonly replaced: boolean; readonly delayMs: number },
): Promise<void> {
  const { cutOff } = await gateway.close(how);
  if (cutOff > 0) log.error({ requests: cutOff }, 'requests cut off');
  if (cutOff > 0) throw new CommandFailure('Some requests were cut off.');
  if (failed) throw new CommandFailure('It ended because of an uncaught exception, which is in the log.');
}

/** One of several processes. Its supervisor writes the log lines about its start and end. */
async function work(settings: Settings, { log, onLinesLost }: Log, { stop }: Signals): Promise<void> {
  outliveSupervisor();
  const ends = [retired(), orphaned()] as const;
  const { scrapeAllWorkers } = await import('../telemetry/metrics/worker-metrics.ts');
  const { gateway, failure } = await start(settings, {
    log,
    onLinesLost,
    countRequest: await supervisorCount(settings),
    scrapeAll: (snapshot) => scrapeAllWorkers(process, snapshot),
  });
  reportListening({ url: gateway.url, adminUrl: gateway.adminUrl });
  if (isFirstWorker()) void warnOfProblems(gateway, log);
  const reason = await Promise.race([stop, failure, ...ends]);
  const failed = reason === 'failure';
  if (failed) reportFailing();
  const isSignalled = reason === 'SIGTERM' || reason === 'SIGINT';
  await end(gateway, log, {
    failed,
    replaced: failed || reason === 'retire',
    delayMs: isSignalled ? settings.shutdownDelayMs : 0,
  });
}

const monotonicNow = (): number => performance.now();

/** A caller's rate limit is shared by all workers, so the supervisor counts the requests. */
async function countingForWorkers({
  rateLimit,
}: Settings): Promise<((message: unknown) => object | undefined) | undefined> {
  if (rateLimit === undefined) return undefined;
  const [{ requestWindows }, { countReplies }] = await Promise.all([
    import('../rate-limit/caller-limit.ts'),
    import('../rate-limit/shared-count.ts'),
  ]);
  return countReplies(requestWindows(rateLimit, monotonicNow));
}

async function supervisorCount({ rateLimit }: Settings): Promise<Dependencies['countRequest'] | undefined> {
  if (rateLimit === undefined) return undefined;
  const [{ requestWindows }, { countBySupervisor }] = await Promise.all([
    import('../rate-limit/caller-limit.ts'),
    import('../rate-limit/shared-count.ts'),
  ]);
  return countBySupervisor(process, requestWindows(rateLimit, monotonicNow));
}
