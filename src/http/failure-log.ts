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
