import type { MysqlPool, MysqlPoolConnection } from 'kysely';
import type { Pool, PoolConnection } from 'mysql2';

import { ServiceError } from '../errors';
import { translateFailure } from './failures';
import { Places } from './places';
import { ask, bounded, cut, socketOf } from './statements';

/** Times in milliseconds. */
export interface Bounds {
  readonly poolSize: number;
  /** In which a caller has a connection that is ready, be there none free or the server slow. */
  readonly connectTimeoutMs: number;
  /** In which the server answers a statement or gives it up; no limit when absent. */
  readonly statementTimeoutMs?: number;
}

/** How long the end waits for statements that still run. */
const END_MS = 2_000;

/**
 * The pool that Kysely draws on: hands out a new connection only once `session` has run on it, throws it away when that
 * fails, and translates every failure of the driver. A server that falls silent holds no caller longer than the deadlines.
 */
export function sessionPool(pool: Pool, session: string, bounds: Bounds): MysqlPool {
  const ready = new WeakMap<PoolConnection, MysqlPoolConnection>();
  const open = new Set<PoolConnection>();
  const places = new Places(bounds.poolSize);
  pool.on('connection', (connection) => {
    open.add(connection);
    socketOf(connection).once('close', () => open.delete(connection));
  });

  /** A connection on which `session` has run. */
  function connectionReady(done: (error: unknown, connection?: MysqlPoolConnection) => void): void {
    pool.getConnection((error, connection) => {
      if (error) return done(error);
      const known = ready.get(connection);
      if (known !== undefined) return done(null, known);
      ask(connection, session, [], bounds.connectTimeoutMs, (refused) => {
        if (refused) {
          connection.destroy();
          return done(refused);
        }
        const fresh = bounded(connection, bounds.statementTimeoutMs, () => places.giveBack());
        ready.set(connection, fresh);
        done(null, fresh);
      });
    });
  }

  return {
    getConnection(callback) {
      const fail = (error: unknown) => callback(error, undefined as never);
      let expired = false;
      const deadline = setTimeout(() => {
        expired = true;
        giveUp();
        fail(new ServiceError('serviceUnavailable', { cause: new Error('no connection in time') }));
      }, bounds.connectTimeoutMs).unref();
      const giveUp = places.take(() => {
        connectionReady((error, connection) => {
          clearTimeout(deadline);
          if (connection === undefined) places.giveBack();
          // Nobody waits for it any more: it is the next caller's.
          if (expired) connection?.release();
          else if (connection === undefined) fail(translateFailure(error));
          else callback(undefined, connection);
        });
      });
    },
    end(callback) {
      const finish = (close: (connection: PoolConnection) => void) => {
        clearTimeout(impatience);
        open.forEach(close);
        callback(null);
      };
      const impatience = setTimeout(finish, END_MS, cut);
      // The driver calls back just before it writes its farewell.
      pool.end(() => setImmediate(finish, (connection: PoolConnection) => socketOf(connection).destroySoon()));
    },
  };
}
