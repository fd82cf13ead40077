/** What a failed statement means: to the pool, to the client, and to the operator. */

import { ServiceError } from '../../errors';

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

const UNKNOWN_ACCOUNT = 'refuses this account, its password or a connection without TLS';
const NO_PLAIN_CONNECTION = 'takes connections with TLS alone: DATABASE_URL needs ssl=require or ssl=verify';

const PROBLEMS: Readonly<Record<string, string>> = {
  1044: 'refuses this account the database',
  1045: UNKNOWN_ACCOUNT,
  1049: 'has no database of this name',
  1142: 'refuses this account a table',
  1143: 'refuses this account a column',
  1698: UNKNOWN_ACCOUNT,
  3159: NO_PLAIN_CONNECTION,
  HANDSHAKE_NO_SSL_SUPPORT: 'offers no TLS, and DATABASE_URL asks for it (ssl=)',
};

/** By the beginning of what Node says: mysql2 puts a code of its own over Node’s. */
const CERTIFICATE_PROBLEMS: readonly (readonly [string, string])[] = [
  ['certificate has expired', 'shows a certificate that has expired'],
  ['certificate is not yet valid', 'shows a certificate that is not valid yet'],
  ['Hostname/IP does not match', 'shows a certificate for another host name than that of DATABASE_URL'],
  ['self-signed certificate', 'shows a certificate of an authority that is not trusted (ca=)'],
  ['unable to get local issuer', 'shows a certificate of an authority that is not trusted (ca=)'],
  ['unable to verify the first', 'shows a certificate of an authority that is not trusted (ca=)'],
];

interface Cause {
  readonly errno?: number;
  readonly code?: string;
  readonly message?: string;
}

/**
 * Why the database could not be used, to follow the words “the database”: for the terminal, the log and `/readyz`.
 * Never the driver's words, which name account and host.
 */
export function databaseProblem(failure: unknown): string {
  const { errno, code, message } = ((failure instanceof Error ? failure.cause : undefined) ?? {}) as Cause;
  if (code === 'HANDSHAKE_SSL_ERROR') return certificateProblem(message ?? '');
  return PROBLEMS[errno ?? code ?? ''] ?? 'does not answer';
}

function certificateProblem(said: string): string {
  const known = CERTIFICATE_PROBLEMS.find(([beginning]) => said.startsWith(beginning));
  return known?.[1] ?? 'does not agree on TLS 1.2 or newer';
}

/** A statement that is asked again costs as much as this many that were answered bring in: one in ten is asked again. */
const PRICE = 10;
/** What there is at first and at most: enough for every connection of a pool to be lost at once. */
const RESERVE = 50 * PRICE;

/** Bounds how much work a gateway does twice, so that a database in trouble does not get more load than before. */
export class RetryBudget {
  #left = RESERVE;

  /** A statement was answered. */
  earn(): void {
    if (this.#left < RESERVE) this.#left += 1;
  }

  /** @returns whether something may be done once more */
  spend(): boolean {
    if (this.#left < PRICE) return false;
    this.#left -= PRICE;
    return true;
  }
}
