import cluster from 'node:cluster';

import { Command } from 'commander';
import type { Logger } from 'pino';

import type { Gateway, Surroundings } from '../http/server';
import { type Log, openLog } from '../logging/log';
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
      const output = openLog(settings.logLevel);
      const { log } = output;
      const signal = new Promise<string>((resolve) => {
        for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
      });
      try {
        if (isWorker()) await work(settings, output, signal);
        else if (settings.workers > 1) await supervise(settings, log, signal);
        else await serve(settings, output, signal);
      } finally {
        await output.close();
        // Last, for a worker ends with its channel.
        if (isWorker() && process.connected) process.disconnect();
      }
    });
}

async function serve(settings: Settings, { log, tellLost }: Log, signal: Promise<string>): Promise<void> {
  const gateway = await start(settings, { log, tellLostLines: tellLost });
  log.info({ url: gateway.url, adminUrl: gateway.adminUrl }, 'listening');
  void warnOfProblems(gateway, log);
  log.info({ signal: await signal }, 'draining');
  await gateway.close();
  log.info('stopped');
}

async function supervise(settings: Settings, log: Logger, signal: Promise<string>): Promise<void> {
  const { answerScrapes } = await import('../metrics/workers-together.ts');
  answerScrapes(cluster);
  await superviseWorkers(settings.workers, signal, { log, replyTo: await countingForWorkers(settings) });
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
async function work(settings: Settings, { log, tellLost }: Log, signal: Promise<string>): Promise<void> {
  const { scrapeOfAll } = await import('../metrics/worker-scrape.ts');
  const gateway = await start(settings, {
    log,
    tellLostLines: tellLost,
    countRequest: await countBySupervisor(settings),
    scrapeAll: (snapshot) => scrapeOfAll(process, snapshot),
  });
  tellListening({ url: gateway.url, adminUrl: gateway.adminUrl });
  if (isFirstWorker()) void warnOfProblems(gateway, log);
  await Promise.race([signal, orphaned()]);
  await gateway.close();
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
