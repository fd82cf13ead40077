import { ServiceError } from '../errors';

interface DriverError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly fatal?: unknown;
}

/** A statement that the server gave up: max_statement_time (MariaDB), max_execution_time (MySQL), killed, lock wait. */
const TIMEOUTS = new Set<unknown>([1969, 3024, 1317, 1205]);

const UNAVAILABLE = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  // Too many connections, refused accounts and hosts, unknown database, shutting down, killed.
  1040,
  1044,
  1045,
  1049,
  1053,
  1129,
  1130,
  1203,
  1226,
  1698,
  1927,
  // Takes connections with TLS alone.
  3159,
  // A table, column or privilege that the program expects is not there: the schema does not fit.
  1054,
  1142,
  1143,
  1146,
]);

/**
 * What a failure of the driver means to a client: `timeout`, `service_unavailable`, or the error as it came,
 * which both doors show as `internal_error`. The driver's error stays the cause.
 */
export function translateFailure(error: unknown): unknown {
  const { code, errno, fatal } = error as DriverError;
  if (TIMEOUTS.has(errno)) return new ServiceError('timeout', { cause: error });
  if (fatal === true || UNAVAILABLE.has(code) || UNAVAILABLE.has(errno)) {
    return new ServiceError('serviceUnavailable', { cause: error });
  }
  return error;
}
