import { Command } from 'commander';
import { type Logger, pino } from 'pino';

import type { Gateway, Surroundings } from '../http/server';
import { type Environment, readSettings, type Settings } from '../settings';
import { examples } from './style';
import { isFirstWorker, isWorker, orphaned, type ReplyTo, superviseWorkers, tellListening } from './workers';

/** `leasegate serve`: runs until SIGTERM or SIGINT, then drains. */
export function serveCommand(environment: Environment): Command {
  return new Command('serve')
    .description('run the gateway; SIGTERM drains')
    .addHelpText('after', examples('DATABASE_URL=mysql://… AUTH_JWT_SECRET=… leasegate serve'))
    .action(async () => {
      const settings = readSettings(environment);
      const log = pino({ level: settings.logLevel });
      const signal = new Promise<string>((resolve) => {
        for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
      });
      if (settings.workers > 1 && !isWorker()) {
        return superviseWorkers(settings.workers, signal, { log, replyTo: await countingForWorkers(settings) });
      }

      if (isWorker()) return work(settings, log, signal);

      const gateway = await start(settings, { log });
      log.info({ url: gateway.url, adminUrl: gateway.adminUrl }, 'listening');
      void warnOfProblems(gateway, log);
      log.info({ signal: await signal }, 'draining');
      await gateway.close();
      log.info('stopped');
    });
}

/** Loads the gateway only now: a process that supervises workers has no use for it. */
async function start(settings: Settings, surroundings: Partial<Surroundings>): Promise<Gateway> {
  const { startGateway } = await import('../http/server.ts');
  return startGateway(settings, surroundings);
}

/** Says why lookups cannot be answered yet, as `/readyz` does. */
async function warnOfProblems(gateway: Gateway, log: Logger): Promise<void> {
  const problems = await gateway.problems();
  if (problems.length > 0) log.warn({ problems }, 'lookups cannot be answered');
}

/** One of several processes: its supervisor speaks for it. */
async function work(settings: Settings, log: Logger, signal: Promise<string>): Promise<void> {
  try {
    const gateway = await start(settings, { log, countRequest: await countBySupervisor(settings) });
    tellListening({ url: gateway.url, adminUrl: gateway.adminUrl });
    if (isFirstWorker()) void warnOfProblems(gateway, log);
    await Promise.race([signal, orphaned()]);
    await gateway.close();
  } finally {
    if (process.connected) process.disconnect();
  }
}

const monotonicNow = (): number => performance.now();

/** A caller's limit holds for all workers together, so the process that supervises them counts. */
async function countingForWorkers({ rateLimit }: Settings): Promise<ReplyTo | undefined> {
  if (rateLimit === undefined) return undefined;
  const [{ requestWindows }, { countReplies }] = await Promise.all([
    import('../rate-limit/windows.ts'),
    import('../rate-limit/shared-count.ts'),
  ]);
  return countReplies(requestWindows(rateLimit, monotonicNow));
}

async function countBySupervisor({ rateLimit }: Settings): Promise<Surroundings['countRequest'] | undefined> {
  if (rateLimit === undefined) return undefined;
  const [{ requestWindows }, { countElsewhere }] = await Promise.all([
    import('../rate-limit/windows.ts'),
    import('../rate-limit/shared-count.ts'),
  ]);
  return countElsewhere(process, requestWindows(rateLimit, monotonicNow));
}
