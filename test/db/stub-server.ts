/** A database server without a network, for a pool. It answers when the test tells it to. */

import type { MysqlPoolConnection } from 'kysely';

import { ConnectionPool, type PoolOptions } from '../../src/db/pool/pool';
import type { Done, Opened, ServerConnection, ServerThread } from '../../src/db/pool/connections';
import type { Observer } from '../../src/observer';

export interface Statement {
  readonly connection: StubConnection;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The time limit in milliseconds that it was given. */
  readonly limitMs: number | undefined;
  readonly done: Done;
}

export class StubConnection {
  isOpen = true;
  isClosed = false;
  onClosed: () => void = () => undefined;

  constructor(
    readonly thread: ServerThread,
    private readonly statements: Statement[],
  ) {}

  ask(sql: string, parameters: readonly unknown[], limitMs: number | undefined, done: Done): void {
    this.statements.push({ connection: this, sql, parameters, limitMs, done });
  }

  close(): void {
    this.cut();
  }

  cut(): void {
    if (this.isClosed) return;
    this.isOpen = false;
    this.isClosed = true;
    this.onClosed();
  }
}

export class StubServer {
  /** Every statement so far. */
  readonly statements: Statement[] = [];
  readonly #attempts: Opened[] = [];
  readonly #connections: StubConnection[] = [];

  /** @param name identifies the server, as several may share one address */
  constructor(private readonly name = 'one') {}

  /** As {@link openConnection}: what it returns cuts the connection even after it is ready. */
  readonly open = (opened: Opened): (() => void) => {
    let ready: StubConnection | undefined;
    const attempt: Opened = (error, connection) => {
      ready = connection as StubConnection | undefined;
      opened(error, connection);
    };
    this.#attempts.push(attempt);
    return () => {
      ready?.cut();
      const at = this.#attempts.indexOf(attempt);
      if (at >= 0) this.#attempts.splice(at, 1)[0]!(new Error('given up'));
    };
  };

  /** Attempts to connect that wait for an answer. */
  get attempts(): number {
    return this.#attempts.length;
  }

  /** Connections that are open, the oldest first. */
  get connections(): readonly StubConnection[] {
    return this.#connections.filter(({ isOpen }) => isOpen);
  }

  /** Lets the oldest attempt succeed. */
  accept(): StubConnection {
    const connection = new StubConnection({ server: this.name, id: this.#connections.length + 1 }, this.statements);
    this.#connections.push(connection);
    this.#attempts.shift()!(null, connection as unknown as ServerConnection);
    return connection;
  }

  /** Lets the oldest attempt fail. */
  refuse(): void {
    this.#attempts.shift()!(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  }
}

/** What a statement fails with when its connection is lost. */
export const lost = (): Error => Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });

/** A pool of three connections, unless the options say otherwise. */
export const stubbedPool = (server: StubServer, observer: Observer, options: Partial<PoolOptions>): ConnectionPool =>
  new ConnectionPool(server.open, {
    poolSize: 3,
    connectTimeoutMs: 5_000,
    observer,
    monotonicNow: () => performance.now(),
    ...options,
  });

/** Asks for a connection; the server accepts what the pool opens for it. */
export function take(pool: ConnectionPool, server: StubServer): MysqlPoolConnection {
  let taken = undefined as MysqlPoolConnection | undefined;
  pool.getConnection((error, connection) => {
    taken = error === undefined ? connection : undefined;
  });
  if (taken === undefined) server.accept();
  if (taken === undefined) throw new Error('no connection');
  return taken;
}

/** Runs a statement. @returns its result, once there is one */
export function ask(connection: MysqlPoolConnection, sql = 'select 1'): { error?: unknown; result?: unknown } {
  const outcome: { error?: unknown; result?: unknown } = {};
  (connection.query as (sql: string, values: unknown[], done: Done) => void)(sql, [], (error, result) =>
    Object.assign(outcome, error ? { error } : { result }),
  );
  return outcome;
}
