/** Statements on one connection, each within its time. */

import type { Socket } from 'node:net';

import type { MysqlPoolConnection } from 'kysely';
import type { PoolConnection } from 'mysql2';

import { ServiceError } from '../errors';
import { translateFailure } from './failures';

type Done = (error: unknown, result: unknown) => void;

/** How much longer we wait than the server is told to work, so that as a rule it is the server that gives up. */
const SLACK_MS = 500;

/** A connection whose failures are translated, and that is thrown away with a statement which outlasts its time. */
export function bounded(
  connection: PoolConnection,
  limitMs: number | undefined,
  released: () => void,
): MysqlPoolConnection {
  const limit = limitMs === undefined ? undefined : limitMs + SLACK_MS;
  function query(sql: string, parameters: readonly unknown[], done?: Done): unknown {
    if (done === undefined) return connection.query(sql, [...parameters]);
    return ask(connection, sql, parameters, limit, (error, result) => {
      done(error === null ? null : translateFailure(error), result);
    });
  }
  const release = () => {
    connection.release();
    released();
  };
  return { query: query as MysqlPoolConnection['query'], release };
}

/**
 * Runs a statement. One that outlasts its time costs the connection, as there is no telling when the server would be done.
 * @param limitMs milliseconds; no limit when undefined
 */
export function ask(
  connection: PoolConnection,
  sql: string,
  parameters: readonly unknown[],
  limitMs: number | undefined,
  done: Done,
): unknown {
  const expire = () => {
    cut(connection);
    done(new ServiceError('timeout', { cause: new Error('the server did not answer a statement') }), undefined);
  };
  const deadline = limitMs === undefined ? undefined : setTimeout(expire, limitMs).unref();
  return connection.query(sql, [...parameters], (error, result) => {
    clearTimeout(deadline);
    done(error, result);
  });
}

/** mysql2's `destroy` waits for the server's half, which a frozen server never closes. No callback of it is called any more. */
export function cut(connection: PoolConnection): void {
  connection.destroy();
  socketOf(connection).destroy();
}

export function socketOf(connection: PoolConnection): Socket {
  return (connection as PoolConnection & { readonly stream: Socket }).stream;
}
