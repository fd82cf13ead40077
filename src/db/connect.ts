/** Opens the database. Every connection starts from the same session, whatever the server's own settings are. */

import { Kysely, MysqlDialect } from 'kysely';
import type { ConnectionOptions, SslOptions } from 'mysql2';

import type { DatabaseAddress } from '../config/setting-values';
import { ConnectionPool, type PoolOptions } from './pool/pool';
import { NO_POOL_EVENTS, type PoolEvents } from './pool/connector';
import { openConnection } from './pool/connections';
import type { Tables } from './tables';

export interface ConnectOptions extends Omit<PoolOptions, 'events' | 'monotonicNow'> {
  readonly events?: PoolEvents;
  /** Called for every statement that ran: its text without parameters, how long it took, whether it failed. */
  readonly onStatement?: (sql: string, ms: number, failed: boolean) => void;
}

/** How each command that is not `serve` connects. */
export const COMMAND_CONNECTION: ConnectOptions = { poolSize: 2, connectTimeoutMs: 10_000 };

/**
 * Strict, and with backslash escapes as mysql2 writes them: under NO_BACKSLASH_ESCAPES a quoted value could end its quotes.
 * TIMESTAMPs would follow the session's zone, so that is fixed as well. Without autocommit a connection would read its first
 * snapshot for ever; a server may ignore the character set that the handshake asks for.
 */
function sessionStatement(statementTimeoutMs?: number): string {
  const modes = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
  // A caller may see many groups: look each of them up in the index, to estimate as well as to read.
  const lists = `eq_range_index_dive_limit = 0 /*M! , in_predicate_conversion_threshold = 0 */`;
  const common = `set names utf8mb4 collate utf8mb4_bin, session autocommit = 1, sql_mode = '${modes}', time_zone = '+00:00', ${lists}`;
  if (statementTimeoutMs === undefined) return common;
  // Each server reads its own comment: MariaDB counts in seconds, MySQL in milliseconds.
  const mariadb = `/*M! , max_statement_time = ${statementTimeoutMs / 1000} */`;
  const mysql = `/*!80000 , max_execution_time = ${statementTimeoutMs} */`;
  return `${common} ${mariadb} ${mysql}`;
}

/** Decision 57. mysql2 never goes on without TLS once it is asked for. */
function encryption({ ssl, ca }: DatabaseAddress): SslOptions {
  const verify = ssl === 'verify';
  return { rejectUnauthorized: verify, verifyIdentity: verify, ca, minVersion: 'TLSv1.2' };
}

function connectionOptions(address: DatabaseAddress): ConnectionOptions {
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
    // Decisions 6 and 16: dates stay text, decimals become numbers, an integer that a number cannot hold stays text.
    dateStrings: true,
    decimalNumbers: true,
    supportBigNumbers: true,
    // An object among the parameters must never turn into SQL.
    stringifyObjects: true,
  };
}

/** Connects on first use, so an unreachable database does not stop a start. The caller ends it with `destroy()`. */
export function connect(address: DatabaseAddress, options: ConnectOptions): Kysely<Tables> {
  const session = sessionStatement(options.statementTimeoutMs);
  const server = connectionOptions(address);
  const pool = new ConnectionPool((opened) => openConnection(server, session, options.connectTimeoutMs, opened), {
    monotonicNow: () => performance.now(),
    events: NO_POOL_EVENTS,
    ...options,
  });
  return new Kysely<Tables>({
    dialect: new MysqlDialect({ pool }),
    log: ({ level, query, queryDurationMillis: ms }) => options.onStatement?.(query.sql, ms, level === 'error'),
  });
}
