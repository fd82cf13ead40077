/** What a failed statement means to the pool, to clients and to operators. */

import { LIMIT_MESSAGES, ServiceError } from '../../errors';

type DriverError = Readonly<Partial<Record<'code' | 'errno' | 'fatal', unknown>>>;

/** The server ended the statement: max_statement_time (MariaDB), max_execution_time (MySQL), killed, lock wait. */
const TIMEOUTS = new Set<unknown>([1969, 3024, 1317, 1205]);
const LOCK_WAIT = 1205;

/** The connection is useless. Another one may answer the same statement. */
const LOST = new Set<unknown>([
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'PROTOCOL_CONNECTION_LOST'],
  // The server shuts down or is offline; the connection was killed, idle for too long, or closed to save memory.
  ...[1053, 3032, 3168, 1927, 3169, 4031, 4081, 4082],
  // A packet was lost or broken.
  ...[1152, 1154, 1156, 1157, 1158, 1159, 1160, 1161],
  // The node has left its cluster (Galera, Group Replication), or the server has become a replica.
  ...[1047, 3781, 3782, 3783, 3796, 3797, 3799, 1290, 1792, 1836],
]);

const UNAVAILABLE = new Set<unknown>([
  // The database, a table, a column or a privilege is missing: the schema does not fit.
  ...[1044, 1046, 1049, 1054, 1142, 1143, 1146],
  // The account has reached a limit, or its password has expired.
  ...[1203, 1226, 1820],
]);

/** A command that writes says itself what it means. */
const UNAVAILABLE_TO_LOOKUPS = new Set<unknown>([
  // No space on the disk, for temporary tables and sorts too; no memory, locks or threads.
  ...[1021, 1026, 1028, 1030, 1114, 1878, 3675, 3884, 1037, 1038, 1041, 1135, 1206, 3015, 3044, 3950, 3985],
  // The table was altered after the snapshot of the lookup.
  1412,
]);

/**
 * Whether a statement was lost with its connection, or its server stopped serving.
 * @param ofLookup a lookup waits for no lock: a Galera node that is cut off reports so that its wait for the others was in vain
 */
export function isLost(error: unknown, ofLookup = false): boolean {
  const { code, errno, fatal } = error as DriverError;
  return fatal === true || LOST.has(code) || LOST.has(errno) || (ofLookup && errno === LOCK_WAIT);
}

/**
 * What a failed statement means to a client: `timeout`, `service_unavailable`, or the error itself, which becomes
 * `internal_error`. The cause is the driver's error.
 * @param timeoutMs the limit of a lookup’s statement, which the message of a `timeout` states; undefined for commands
 */
export function translateFailure(error: unknown, timeoutMs?: number): unknown {
  const { errno } = error as DriverError;
  const ofLookup = timeoutMs !== undefined;
  const isUnavailable = UNAVAILABLE.has(errno) || (ofLookup && UNAVAILABLE_TO_LOOKUPS.has(errno));
  if (TIMEOUTS.has(errno) && !isLost(error, ofLookup)) return timeoutAfter(timeoutMs, error);
  if (isUnavailable || isLost(error, ofLookup)) return new ServiceError('serviceUnavailable', { cause: error });
  return error;
}

export const timeoutAfter = (timeoutMs: number | undefined, cause: unknown): ServiceError =>
  new ServiceError('timeout', { cause, message: timeoutMs === undefined ? undefined : LIMIT_MESSAGES.step(timeoutMs) });

/** Whether a statement failed because it waited for another program for too long. */
export const isLockWait = (failure: unknown): boolean => causeOf(failure).errno === LOCK_WAIT;

const UNKNOWN_ACCOUNT = 'refuses this account, its password or a connection without TLS';
const EXPIRED_PASSWORD = 'says that the password of this account has expired';
const LOCKED_ACCOUNT = 'says that this account is locked';
const BLOCKED_ACCOUNT = 'blocks this account after too many wrong passwords';
const READ_ONLY = 'is read-only for this account';

const PROBLEMS: Readonly<Record<string, string>> = {
  1021: 'has no space left on its disk',
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
  1290: READ_ONLY,
  1698: UNKNOWN_ACCOUNT,
  1820: EXPIRED_PASSWORD,
  1836: READ_ONLY,
  1862: EXPIRED_PASSWORD,
  3032: 'is in offline mode',
  3118: LOCKED_ACCOUNT,
  3955: BLOCKED_ACCOUNT,
  4150: BLOCKED_ACCOUNT,
  4151: LOCKED_ACCOUNT,
  3159: 'accepts only connections with TLS: its URL needs ssl=require or ssl=verify',
  NO_FREE_CONNECTION: 'is too slow: no connection of the pool became free in time',
  AUTH_SWITCH_PLUGIN_ERROR: 'asks this account for a login by ed25519 or another plugin that Leasegate does not have',
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
  const { errno = 0, code, message, sqlMessage = '' } = causeOf(failure);
  if (code === 'HANDSHAKE_SSL_ERROR') return certificateProblem(message ?? '');
  if (code === 'UNSUPPORTED') return message!;
  const [limit] = LIMITS.exec(sqlMessage) ?? [];
  if (limit !== undefined && (errno === 1203 || errno === 1226)) return `says that this account has reached ${limit}`;
  const problem = PROBLEMS[errno] ?? PROBLEMS[code ?? ''];
  // Those of the system are negative.
  return problem ?? (errno > 0 ? `reports error ${errno}` : `does not answer: ${networkReport(code)}`);
}

/** The limits of an account, in a message in any language. */
const LIMITS = /max_(?:questions|queries_per_hour|updates_per_hour|updates|connections_per_hour|user_connections)/;

/** The same for the operator’s log: with the host, the port and what the system reports, without the account. */
export function databaseProblemAt(failure: unknown): string {
  const problem = databaseProblem(failure);
  const { triedAt } = causeOf(failure);
  return triedAt === undefined ? problem : `at ${triedAt} ${problem}`;
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
  const listed = CERTIFICATE_PROBLEMS.find(([beginning]) => said.startsWith(beginning));
  return listed?.[1] ?? 'does not agree on TLS 1.2 or newer';
}
