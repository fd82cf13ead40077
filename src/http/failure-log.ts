import type { Logger } from 'pino';

import type { ServiceError } from '../errors';
import { type Exchange, namesOf } from './exchange';

/** Logs a failure of the service. The line never contains a value of the request, nor the driver's message, which may quote one. */
export function logFailure(log: Logger, error: ServiceError, exchange: Exchange): void {
  // Overload is logged once a second: a line for each refusal would add to the load.
  if (error.entry.status < 500 || error.reason === 'overloaded') return;
  log.error({ ...namesOf(exchange), type: error.entry.type, cause: causeOf(error.cause) }, 'request failed');
}

/** The part of a failure that may be logged. */
export function causeOf(cause: unknown): { name: string; code?: unknown; at?: string } | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code, errno } = cause as { code?: unknown; errno?: unknown };
  // The stack begins with the message, whose lines could look like frames.
  const frames = cause.stack?.slice(cause.stack.indexOf(cause.message) + cause.message.length);
  const at = frames?.split('\n').find((line) => /^ {4}at /.test(line));
  return { name: cause.name, code: code ?? errno, at: at?.trim() };
}

/** Milliseconds between two lines. */
const INTERVAL_MS = 1_000;

/**
 * Returns a function that logs refusals: the first at once, then one line a second with their number.
 * @param limits the settings that cause the refusals, to be logged with them
 * @param refused what is refused, and the message
 */
export function refusalLog(
  log: Logger,
  limits: object,
  [refused, message]: readonly [string, string] = ['requests', 'overloaded: requests refused'],
): () => void {
  let unreported = 0;
  let isWaiting = false;
  const report = (): void => {
    isWaiting = unreported > 0;
    if (!isWaiting) return;
    log.warn({ [refused]: unreported, ...limits }, message);
    unreported = 0;
    setTimeout(report, INTERVAL_MS).unref();
  };
  return () => {
    unreported += 1;
    if (!isWaiting) report();
  };
}

/**
 * Logs unhandled errors, without values of requests. Resolves at an uncaught exception, after which the process should end,
 * because its state is unknown. An unhandled rejection leaves no shared state behind.
 */
export function uncaughtException(log: Logger): Promise<'failure'> {
  process.on('unhandledRejection', (reason) => log.error({ cause: causeOf(reason) }, 'unhandled rejection'));
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      log.fatal({ cause: causeOf(error) }, 'uncaught exception');
      resolve('failure');
    });
  });
}
