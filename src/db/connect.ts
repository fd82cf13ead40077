/** Opens the database. Every connection has the same session. */

import { Kysely, MysqlDialect } from 'kysely';
import type { ConnectionOptions, SslOptions } from 'mysql2';

import type { DatabaseAddress } from '../config/setting-values';
import type { Observer } from '../observer';
import { ConnectionPool, type PoolOptions } from './pool/pool';
import { openConnection } from './pool/open-connection';
import { ownSession } from './session';
import type { Tables } from './tables';

export interface ConnectOptions extends Omit<PoolOptions, 'address' | 'observer' | 'monotonicNow'> {
  readonly observer?: Observer;
}

/** How all commands except `serve` connect. */
export const COMMAND_CONNECTION: ConnectOptions = { poolSize: 2, connectTimeoutMs: 10_000 };

/** `ssl=` never gives less than it promises. If TLS is asked for, mysql2 never connects without it. */
function encryption({ ssl, certificates }: DatabaseAddress): SslOptions {
  const verify = ssl === 'verify';
  return { rejectUnauthorized: verify, verifyIdentity: verify, ...certificates.reveal(), minVersion: 'TLSv1.2' };
}

export function connectionOptions(address: DatabaseAddress): ConnectionOptions {
  const { host, port, login, database } = address;
  return {
    host,
    port,
    ...login.reveal(),
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
  const session = ownSession(options.statementTimeoutMs);
  // With options of its own, no connection resumes a TLS session, which would check no certificate.
  const open = (signal: AbortSignal) =>
    openConnection(connectionOptions(address), session, options.connectTimeoutMs, signal);
  const pool = new ConnectionPool(open, {
    monotonicNow: performance.now.bind(performance),
    observer: {},
    address: addressOf(address),
    ...options,
  });
  return new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
}
