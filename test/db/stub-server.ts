/** A database server without a network, for a pool. It answers when the test tells it to. */

import type { MysqlPoolConnection } from 'kysely';

import { ConnectionPool, type PoolOptions } from '../../src/db/pool/pool';
import type { ServerConnection } from '../../src/db/pool/connection';
import type { Observer } from '../../src/observer';

export interface Statement {
  readonly connection: StubConnection;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The time limit in milliseconds that it was given. */
  readonly limitMs: number | undefined;
  /** Ends it, and lets whoever waits for it go on. */
  readonly done: (error: Error | null, result?: unknown) => Promise<void>;
}

/** Lets whoever waits for an answer go on. */
const settled = (): Promise<unknown> => jest.advanceTimersByTimeAsync(0);

export class StubConnection {
  readonly product = 'mysql';
  isOpen = true;
  isClosed = false;
  onClosed: () => void = () => undefined;

  constructor(
    /** From 1, in the order in which they were opened. */
    readonly id: number,
    private readonly statements: Statement[],
  ) {}

  ask(sql: string, parameters: readonly unknown[], limitMs: number | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const done: Statement['done'] = async (error, result) => {
        if (error) reject(error);
        else resolve(result);
        await settled();
      };
      this.statements.push({ connection: this, sql, parameters, limitMs, done });
    });
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
  readonly #attempts: { resolve(connection: ServerConnection): void; reject(error: Error): void }[] = [];
  readonly #connections: StubConnection[] = [];

  /** As {@link openConnection}. */
  readonly open = (signal: AbortSignal): Promise<ServerConnection> =>
    new Promise((resolve, reject) => {
      const attempt = { resolve, reject };
      this.#attempts.push(attempt);
      signal.addEventListener('abort', () => {
        const at = this.#attempts.indexOf(attempt);
        if (at >= 0) this.#attempts.splice(at, 1);
        reject(new Error('given up'));
      });
    });

  /** Attempts to connect that wait for an answer. */
  get attempts(): number {
    return this.#attempts.length;
  }

  /** Connections that are open, the oldest first. */
  get connections(): readonly StubConnection[] {
    return this.#connections.filter(({ isOpen }) => isOpen);
  }

  /** Lets the oldest attempt succeed. */
  async accept(): Promise<StubConnection> {
    const connection = new StubConnection(this.#connections.length + 1, this.statements);
    this.#connections.push(connection);
    this.#attempts.shift()!.resolve(connection as unknown as ServerConnection);
    await settled();
    return connection;
  }

  /** Lets the oldest attempt fail. */
  async refuse(): Promise<void> {
    this.#attempts.shift()!.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await settled();
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
export async function take(pool: ConnectionPool, server: StubServer): Promise<MysqlPoolConnection> {
  let taken = undefined as MysqlPoolConnection | undefined;
  pool.getConnection((error, connection) => {
    taken = error === undefined ? connection : undefined;
  });
  if (taken === undefined) await server.accept();
  if (taken === undefined) throw new Error('no connection');
  return taken;
}

export async function takeMany(
  pool: ConnectionPool,
  server: StubServer,
  count: number,
): Promise<MysqlPoolConnection[]> {
  const taken: MysqlPoolConnection[] = [];
  while (taken.length < count) taken.push(await take(pool, server));
  return taken;
}

/** Runs a statement. @returns its result, once there is one */
export function ask(connection: MysqlPoolConnection, sql = 'select 1'): { error?: unknown; result?: unknown } {
  const outcome: { error?: unknown; result?: unknown } = {};
  const query = connection.query as (
    sql: string,
    values: unknown[],
    done: (error: unknown, result?: unknown) => void,
  ) => void;
  query(sql, [], (error, result) => Object.assign(outcome, error ? { error } : { result }));
  return outcome;
}
