/** Opens the database. Every connection has the same session settings, whatever the defaults of the server. */

import { Kysely, MysqlDialect } from 'kysely';
import type { ConnectionOptions, SslOptions } from 'mysql2';

import type { DatabaseAddress } from '../config/setting-values';
import { ConnectionPool, type PoolOptions } from './pool/pool';
import { NO_POOL_EVENTS, type PoolEvents } from './pool/connector';
import { openConnection } from './pool/connections';
import type { Tables } from './tables';

export interface ConnectOptions extends Omit<PoolOptions, 'address' | 'events' | 'monotonicNow'> {
  readonly events?: PoolEvents;
  /** Called for every statement that ran: its text without parameters, how long it took, whether it failed. */
  readonly onStatement?: (sql: string, ms: number, failed: boolean) => void;
}

/** How all commands except `serve` connect. */
export const COMMAND_CONNECTION: ConnectOptions = { poolSize: 2, connectTimeoutMs: 10_000 };

/**
 * The modes are strict, and exclude NO_BACKSLASH_ESCAPES, under which a value that mysql2 has quoted could close the quotes.
 * TIMESTAMPs depend on the time zone of the session. Without autocommit, a connection would keep its first snapshot for ever.
 * A server may ignore the character set of the handshake.
 */
function sessionStatement(statementTimeoutMs?: number): string {
  const modes = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
  // A caller may see many groups. Each is looked up in the index, for estimates as well.
  // The server’s own limit may be lower. A list of 51 row ids must fit a GROUP_CONCAT.
  const lists = `group_concat_max_len = 1024, eq_range_index_dive_limit = 0 /*M! , in_predicate_conversion_threshold = 0 */`;
  const common = `set names utf8mb4 collate utf8mb4_bin, session autocommit = 1, sql_mode = '${modes}', time_zone = '+00:00', ${lists}`;
  if (statementTimeoutMs === undefined) return common;
  // Each server executes its own comment. MariaDB counts in seconds, MySQL in milliseconds.
  const mariadb = `/*M! , max_statement_time = ${statementTimeoutMs / 1000} */`;
  const mysql = `/*!80000 , max_execution_time = ${statementTimeoutMs} */`;
  return `${common} ${mariadb} ${mysql}`;
}

/** Decision 57. If TLS is asked for, mysql2 never connects without it. */
function encryption({ ssl, ca }: DatabaseAddress): SslOptions {
  const verify = ssl === 'verify';
  return { rejectUnauthorized: verify, verifyIdentity: verify, ca, minVersion: 'TLSv1.2' };
}

export function connectionOptions(address: DatabaseAddress): ConnectionOptions {
  const { host, port, user, password, database } = address;
  return {
    host,
    port,
    user,
    password,
    database,
    ...(address.ssl !== 'off' && { ssl: encryption(address) }),
    charset: 'utf8mb4_bin',
    enableKeepAlive: true,
    // Decisions 6 and 16: dates stay text, decimals become numbers, and integers too large for a number stay text.
    dateStrings: true,
    decimalNumbers: true,
    supportBigNumbers: true,
    // An object among the parameters must never become SQL.
    stringifyObjects: true,
  };
}

/** The address for messages to operators, without the account. */
export function addressOf({ host, port }: DatabaseAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Connects on first use, so the program starts without the database. The caller closes it with `destroy()`. */
export function connect(address: DatabaseAddress, options: ConnectOptions): Kysely<Tables> {
  const session = sessionStatement(options.statementTimeoutMs);
  const server = connectionOptions(address);
  const pool = new ConnectionPool((opened) => openConnection(server, session, options.connectTimeoutMs, opened), {
    monotonicNow: () => performance.now(),
    events: NO_POOL_EVENTS,
    address: addressOf(address),
    ...options,
  });
  return new Kysely<Tables>({
    dialect: new MysqlDialect({ pool }),
    log: ({ level, query, queryDurationMillis: ms }) => options.onStatement?.(query.sql, ms, level === 'error'),
  });
}
