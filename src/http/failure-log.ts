import type { Logger } from 'pino';

import type { ServiceError } from '../errors';
import { type Exchange, namesOf } from './exchange';

/** Tells the operator of a failure that is ours; never a value of the request, never a driver's message, which may quote one. */
export function logFailure(log: Logger, error: ServiceError, exchange: Exchange): void {
  // What is refused for overload is counted and told of together: a line for each would add to the load.
  if (error.entry.status < 500 || error.reason === 'overloaded') return;
  log.error({ ...namesOf(exchange), type: error.entry.type, cause: causeOf(error.cause) }, 'request failed');
}

/** What may be told of a failure. */
export function causeOf(cause: unknown): { name: string; code?: unknown; at?: string } | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code, errno } = cause as { code?: unknown; errno?: unknown };
  // The stack begins with the message, whose lines could look like it.
  const frames = cause.stack?.slice(cause.stack.indexOf(cause.message) + cause.message.length);
  const at = frames?.split('\n').find((line) => /^ {4}at /.test(line));
  return { name: cause.name, code: code ?? errno, at: at?.trim() };
}

/** Milliseconds between two lines. */
const QUIET_MS = 1_000;

/** Returns how to tell the operator of a request that was refused for overload: the first at once, those of each second after it together. */
export function refusalLog(log: Logger): () => void {
  let untold = 0;
  let quiet = false;
  const tell = (): void => {
    quiet = untold > 0;
    if (!quiet) return;
    log.warn({ requests: untold }, 'overloaded: requests refused');
    untold = 0;
    setTimeout(tell, QUIET_MS).unref();
  };
  return () => {
    untold += 1;
    if (!quiet) tell();
  };
}

/**
 * Logs what nobody handled; a value of a request never. Resolves when that was an exception: what it left half done is unknown,
 * so the process should end. A rejected promise that nobody waits for has left nothing to others.
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
