import type { MysqlPool, MysqlPoolConnection } from 'kysely';
import type { Pool, PoolConnection } from 'mysql2';

import { translateFailure } from './failures';

type Done = (error: unknown, result: unknown) => void;

/**
 * The pool that Kysely draws on: hands out a new connection only once `session` has run on it, throws it away when that
 * fails, and translates every failure of the driver.
 */
export function sessionPool(pool: Pool, session: string): MysqlPool {
  const ready = new WeakMap<PoolConnection, MysqlPoolConnection>();

  return {
    getConnection(callback) {
      pool.getConnection((error, connection) => {
        if (error) return callback(translateFailure(error), undefined as never);
        const known = ready.get(connection);
        if (known !== undefined) return callback(undefined, known);
        connection.query(session, (refused) => {
          if (refused) {
            connection.destroy();
            return callback(translateFailure(refused), undefined as never);
          }
          const fresh = translating(connection);
          ready.set(connection, fresh);
          callback(undefined, fresh);
        });
      });
    },
    end(callback) {
      pool.end(callback);
    },
  };
}

function translating(connection: PoolConnection): MysqlPoolConnection {
  function query(sql: string, parameters: readonly unknown[], done?: Done): unknown {
    if (done === undefined) return connection.query(sql, [...parameters]);
    return connection.query(sql, [...parameters], (error, result) => {
      done(error === null ? null : translateFailure(error), result);
    });
  }
  return { query: query as MysqlPoolConnection['query'], release: () => connection.release() };
}
