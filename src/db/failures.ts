import { ServiceError } from '../errors';

interface DriverError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly fatal?: unknown;
}

/** A statement that the server gave up: max_statement_time (MariaDB), max_execution_time (MySQL), killed, lock wait. */
const TIMEOUTS = new Set<unknown>([1969, 3024, 1317, 1205]);

/** The connection is of no use any more; the same statement may be answered on another one. */
const LOST = new Set<unknown>([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  // Shutting down, killed, left idle for too long.
  1053,
  1927,
  3169,
  4031,
  // A Galera node outside of its cluster; a server that has become a replica.
  1047,
  1290,
  1792,
  1836,
]);

const UNAVAILABLE = new Set<unknown>([
  // A table, column or privilege that the program expects is not there: the schema does not fit.
  1054, 1142, 1143, 1146,
]);

/** Whether a statement was lost with its connection, or its server does not serve any more. */
export function isLost(error: unknown): boolean {
  const { code, errno, fatal } = error as DriverError;
  return fatal === true || LOST.has(code) || LOST.has(errno);
}

/** The same of a failure that was translated. */
export const wasLost = (failure: unknown): boolean => failure instanceof ServiceError && isLost(failure.cause ?? {});

/**
 * What the failure of a statement means to a client: `timeout`, `service_unavailable`, or the error as it came,
 * which both doors show as `internal_error`. The driver's error stays the cause.
 */
export function translateFailure(error: unknown): unknown {
  const { errno } = error as DriverError;
  if (TIMEOUTS.has(errno)) return new ServiceError('timeout', { cause: error });
  if (isLost(error) || UNAVAILABLE.has(errno)) return new ServiceError('serviceUnavailable', { cause: error });
  return error;
}
