/** What a failed statement means to the pool, to clients and to operators. */

import { LIMIT_MESSAGES, ServiceError } from '../../errors';

interface DriverError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly fatal?: unknown;
}

/** The server ended the statement: max_statement_time (MariaDB), max_execution_time (MySQL), killed, lock wait. */
const TIMEOUTS = new Set<unknown>([1969, 3024, 1317, 1205]);
const LOCK_WAIT = 1205;

/** The connection is useless. Another one may answer the same statement. */
const LOST = new Set<unknown>([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  // The server shuts down, the connection was killed or idle for too long.
  1053,
  1927,
  3169,
  4031,
  // The Galera node has left its cluster, or the server has become a replica.
  1047,
  1290,
  1792,
  1836,
]);

const UNAVAILABLE = new Set<unknown>([
  // A table, column or privilege is missing: the schema does not fit.
  1054, 1142, 1143, 1146,
]);

/** Whether a statement was lost with its connection, or its server stopped serving. */
export function isLost(error: unknown): boolean {
  const { code, errno, fatal } = error as DriverError;
  return fatal === true || LOST.has(code) || LOST.has(errno);
}

/**
 * What a failed statement means to a client: `timeout`, `service_unavailable`, or the error itself, which becomes
 * `internal_error`. The cause is the driver's error.
 * @param timeoutMs the limit that the message of a `timeout` states
 */
export function translateFailure(error: unknown, timeoutMs?: number): unknown {
  const { errno } = error as DriverError;
  if (TIMEOUTS.has(errno)) return timeoutAfter(timeoutMs, error);
  if (isLost(error) || UNAVAILABLE.has(errno)) return new ServiceError('serviceUnavailable', { cause: error });
  return error;
}

export const timeoutAfter = (timeoutMs: number | undefined, cause: unknown): ServiceError =>
  new ServiceError('timeout', { cause, message: timeoutMs === undefined ? undefined : LIMIT_MESSAGES.step(timeoutMs) });

/** Whether a statement failed because it waited for another program for too long. */
export const isLockWait = (failure: unknown): boolean => causeOf(failure).errno === LOCK_WAIT;

const UNKNOWN_ACCOUNT = 'refuses this account, its password or a connection without TLS';
const NO_CONNECTION_LEFT = 'has no connection left for this account';
const EXPIRED_PASSWORD = 'says that the password of this account has expired';
const LOCKED_ACCOUNT = 'says that this account is locked';
const READ_ONLY = 'is read-only for this account';
const NO_PLAIN_CONNECTION = 'accepts only connections with TLS: its URL needs ssl=require or ssl=verify';

const PROBLEMS: Readonly<Record<string, string>> = {
  1044: 'refuses this account the database',
  1045: UNKNOWN_ACCOUNT,
  1049: 'has no database of this name',
  1040: 'has no connection left',
  1129: 'refuses connections from this machine after too many that failed',
  1130: 'refuses connections from this machine',
  1142: 'refuses this account a table',
  1143: 'refuses this account a column',
  1184: 'ends each connection, because its init_connect fails for this account',
  1193: 'lacks a variable that each session sets: its version is not supported',
  1203: NO_CONNECTION_LEFT,
  1226: NO_CONNECTION_LEFT,
  1290: READ_ONLY,
  1698: UNKNOWN_ACCOUNT,
  1820: EXPIRED_PASSWORD,
  1836: READ_ONLY,
  1862: EXPIRED_PASSWORD,
  3118: LOCKED_ACCOUNT,
  4151: LOCKED_ACCOUNT,
  3159: NO_PLAIN_CONNECTION,
  HANDSHAKE_NO_SSL_SUPPORT: 'offers no TLS, and its URL asks for it (ssl=)',
};

/** By the beginning of Node's message, as mysql2 replaces Node's error code by its own. */
const CERTIFICATE_PROBLEMS: readonly (readonly [string, string])[] = [
  ['certificate has expired', 'shows a certificate that has expired'],
  ['certificate is not yet valid', 'shows a certificate that is not valid yet'],
  ['Hostname/IP does not match', 'shows a certificate for another host name than that of its URL'],
  ['self-signed certificate', 'shows a certificate of an authority that is not trusted (ca=)'],
  ['unable to get local issuer', 'shows a certificate of an authority that is not trusted (ca=)'],
  ['unable to verify the first', 'shows a certificate of an authority that is not trusted (ca=)'],
];

/** What the system reports when no connection is possible. */
const REPORTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  PROTOCOL_CONNECTION_LOST: 'the connection was closed before the server said anything',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ETIMEDOUT: 'no MySQL or MariaDB server answered in time',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
};

interface Cause {
  readonly errno?: number;
  readonly code?: string;
  readonly message?: string;
  /** What the server said. It may name the account, the client and the database, and never the password. */
  readonly sqlMessage?: string;
  /** Host and port, if no connection was possible. */
  readonly triedAt?: string;
}

const causeOf = (failure: unknown): Cause => (failure instanceof Error ? failure.cause : undefined) ?? {};

/**
 * Why the database could not be used, to follow the words “the database”, for `/readyz`, which needs no token: without host
 * and account.
 */
export function databaseProblem(failure: unknown): string {
  const { errno, code, message } = causeOf(failure);
  if (code === 'HANDSHAKE_SSL_ERROR') return certificateProblem(message ?? '');
  return PROBLEMS[errno ?? ''] ?? PROBLEMS[code ?? ''] ?? 'does not answer';
}

/** The same for the operator’s log: with the host, the port and what the system reports, without the account. */
export function databaseProblemAt(failure: unknown): string {
  const problem = databaseProblem(failure);
  const { code, triedAt } = causeOf(failure);
  if (triedAt === undefined) return problem;
  return `at ${triedAt} ${problem}${problem === 'does not answer' ? `: ${networkReport(code)}` : ''}`;
}

function networkReport(code = 'ETIMEDOUT'): string {
  if (code.startsWith('ERR_')) return 'what answered is no MySQL or MariaDB server';
  return REPORTS[code] ?? code;
}

/** The same for the terminal of the user who gave the address: with the server's message, which names the account. */
export function databaseReport(failure: unknown): string {
  const { errno, code, message, sqlMessage, triedAt } = causeOf(failure);
  const [, right, table] = /^([A-Z, ]+) command denied .* for table \W?(?:.*\W)?(\w+)\W$/.exec(sqlMessage ?? '') ?? [];
  if (errno === 1142 && table !== undefined) return `refuses this account the right ${right} on the table ${table}`;
  const problem = databaseProblemAt(failure);
  const words = sqlMessage ?? (code === 'HANDSHAKE_SSL_ERROR' ? message : undefined);
  if (triedAt === undefined || words === undefined) return problem;
  return `${problem} (it reported: ${words.replaceAll(/\p{Cc}/gu, ' ').replace(/\.$/, '')})`;
}

function certificateProblem(said: string): string {
  const known = CERTIFICATE_PROBLEMS.find(([beginning]) => said.startsWith(beginning));
  return known?.[1] ?? 'does not agree on TLS 1.2 or newer';
}

/** What a retry costs, where each answered statement earns 1: at most one statement in ten is sent again. */
const PRICE = 10;
/** The initial and the maximum budget: enough if all connections of a pool are lost at once. */
const RESERVE = 50 * PRICE;

/** Bounds how much work a gateway does twice, so that a database in trouble does not get more load than before. */
export class RetryBudget {
  #left = RESERVE;

  /** A statement was answered. */
  earn(): void {
    if (this.#left < RESERVE) this.#left += 1;
  }

  /** @returns whether one retry is allowed */
  spend(): boolean {
    if (this.#left < PRICE) return false;
    this.#left -= PRICE;
    return true;
  }
}
