/** A connection to the server, from its handshake to its end, and its place in the pool. Every wait has a deadline. */

import type { Socket } from 'node:net';

import type { MysqlPoolConnection } from 'kysely';
import { type Connection, type ConnectionOptions, createConnection, type RowDataPacket } from 'mysql2';

import { ServiceError } from '../../errors';
import { isLost, translateFailure } from './failures';

export type Done = (error: unknown, result?: unknown) => void;

export type Opened = (error: unknown, connection?: ServerConnection) => void;

/** A statement on the server, as another connection may name it. */
export interface ServerThread {
  /** Tells one server from another behind the same address. */
  readonly server: string;
  readonly id: number;
}

/** Ids count within one server alone, and behind a balancer the next connection may reach another one. */
const WHICH_THREAD = `select concat_ws(':', @@hostname, @@port, @@server_id) as server, connection_id() as id`;

const lost = (): Error => Object.assign(new Error('the connection ended'), { code: 'PROTOCOL_CONNECTION_LOST' });

/** A connection whose session is ready. */
export class ServerConnection {
  /** Called once, when it has ended, whoever ended it. */
  onGone: () => void = () => undefined;
  #open = true;
  #gone = false;
  /** Of the statement that runs. */
  #done: Done | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    readonly thread: ServerThread,
  ) {
    socketOf(connection).once('close', () => {
      this.#open = false;
      this.#gone = true;
      this.onGone();
      this.#settle(lost());
    });
    // mysql2 tells some failures to the connection alone, and its statement would wait for ever.
    connection.on('error', () => this.cut());
  }

  /** Whether a statement may be asked on it: neither side has begun to end it. */
  get isOpen(): boolean {
    return this.#open;
  }

  get isGone(): boolean {
    return this.#gone;
  }

  /**
   * Runs one statement; the one before it must be done. One that outlasts its time costs the connection, as there is no
   * telling when the server would be done.
   * @param limitMs milliseconds; no limit when undefined
   */
  ask(sql: string, parameters: readonly unknown[], limitMs: number | undefined, done: Done): void {
    this.#done = done;
    if (limitMs !== undefined) this.#deadline = setTimeout(() => this.#expire(), limitMs).unref();
    this.connection.query(sql, [...parameters], (error, result) => this.#settle(error, result));
  }

  /** Says farewell to the server. */
  close(): void {
    this.#open = false;
    // The driver calls back just before it writes its farewell.
    this.connection.end(() => setImmediate(() => socketOf(this.connection).destroySoon()));
  }

  /** Ends it at once. mysql2's `destroy` waits for the server's half, which a frozen server never closes. */
  cut(): void {
    this.#open = false;
    cut(this.connection);
  }

  #expire(): void {
    this.#open = false;
    this.#settle(new ServiceError('timeout', { cause: new Error('the server did not answer a statement') }));
    this.cut();
  }

  /** Tells the caller once. */
  #settle(error: unknown, result?: unknown): void {
    const done = this.#done;
    if (done === undefined) return;
    this.#done = undefined;
    clearTimeout(this.#deadline);
    done(error, result);
  }
}

/**
 * Connects, runs `session`, and asks which thread of which server this is.
 * @param limitMs milliseconds for all of it
 * @param opened called once and later, with an error or a connection
 * @returns how to give it up
 */
export function openConnection(
  options: ConnectionOptions,
  session: string,
  limitMs: number,
  opened: Opened,
): () => void {
  const connection = createConnection({ ...options, connectTimeout: limitMs });
  // Whoever asked is told by the callbacks below.
  connection.on('error', () => undefined);
  const fail = (error: unknown) => {
    clearTimeout(deadline);
    cut(connection);
    finish(error);
  };
  let over = false;
  const finish: Opened = (error, ready) => {
    if (over) return;
    over = true;
    opened(error, ready);
  };
  const deadline = setTimeout(() => fail(new Error('no session in time')), limitMs).unref();
  connection.connect((refused) => {
    if (refused) return fail(refused);
    connection.query(session, (unset) => {
      if (unset) return fail(unset);
      connection.query<(RowDataPacket & ServerThread)[]>(WHICH_THREAD, (unknown, rows) => {
        if (unknown || over) return fail(unknown);
        clearTimeout(deadline);
        const [{ server, id } = { server: '', id: 0 }] = rows;
        finish(null, new ServerConnection(connection, { server, id }));
      });
    });
  });
  return () => fail(new Error('nobody waits for the connection'));
}

/** No callback of the driver is called any more. */
function cut(connection: Connection): void {
  connection.destroy();
  socketOf(connection).destroy();
}

function socketOf(connection: Connection): Socket {
  return (connection as Connection & { readonly stream: Socket }).stream;
}

/** What a place of the pool asks of the pool. */
export interface PlaceOwner {
  /** Of a statement, milliseconds; none when undefined. */
  readonly limitMs: number | undefined;
  monotonicNow(): number;
  /** A statement was answered, with rows if it reads. */
  answered(result: unknown): void;
  /** A statement was lost with its connection. */
  lost(): void;
  /** Whether a read that was lost may be asked again, which is used up by asking. */
  mayRetry(): boolean;
  /** Opens a connection in the stead of the place's own. */
  renew(place: PooledConnection, opened: Opened): void;
  /** A statement outlasted its time, and goes on on the server. */
  abandon(thread: ServerThread): void;
  takeBack(place: PooledConnection): void;
}

/** One place of the pool, and the connection that it has now; in the hands of one caller at a time. */
export class PooledConnection implements MysqlPoolConnection {
  /** Whether a caller has it. */
  held = false;
  /** Nothing was asked since a caller got it, so nothing would be missing on another connection. */
  #untouched = true;
  /** How long the caller waited for the connection, milliseconds. */
  #waitedMs = 0;
  /** What became of the statement that cost the caller the connection; what follows, a rollback say, ends alike. */
  #failure: unknown;

  constructor(
    private readonly owner: PlaceOwner,
    public connection: ServerConnection,
  ) {}

  handOut(waitedMs: number): this {
    this.held = true;
    this.#untouched = true;
    this.#waitedMs = waitedMs;
    this.#failure = undefined;
    return this;
  }

  release(): void {
    this.held = false;
    this.owner.takeBack(this);
  }

  /** What a caller waited is taken off the time of its first statement, so that the two do not add up, but half of it is left. */
  get #firstLimitMs(): number | undefined {
    const { limitMs } = this.owner;
    return limitMs === undefined ? undefined : Math.max(limitMs - this.#waitedMs, limitMs / 2);
  }

  /** Without `done`, Kysely would have rows as a stream, which nothing here asks for. */
  query = ((sql: string, parameters: readonly unknown[], done: Done): void => {
    if (this.#failure !== undefined) return done(this.#failure);
    const { owner } = this;
    const untouched = this.#untouched;
    this.#untouched = false;
    const limitMs = untouched ? this.#firstLimitMs : owner.limitMs;
    const until = limitMs === undefined ? undefined : owner.monotonicNow() + limitMs;
    const asked = this.connection;
    asked.ask(sql, parameters, limitMs, (error, result) => {
      if (!error) {
        owner.answered(result);
        return done(null, result);
      }
      if (error instanceof ServiceError) owner.abandon(asked.thread);
      const lost = isLost(error);
      if (lost) {
        owner.lost();
        asked.cut();
      }
      if (lost && untouched && owner.mayRetry()) this.#askAgain(sql, parameters, until, error, done);
      else this.#fail(error, done);
    });
  }) as unknown as MysqlPoolConnection['query'];

  #askAgain(sql: string, parameters: readonly unknown[], until: number | undefined, lost: unknown, done: Done): void {
    const { owner } = this;
    owner.renew(this, (_refused, connection) => {
      const left = until === undefined ? undefined : until - owner.monotonicNow();
      if (connection === undefined || (left !== undefined && left <= 0)) return this.#fail(lost, done);
      connection.ask(sql, parameters, left, (error, result) => {
        if (error instanceof ServiceError) owner.abandon(connection.thread);
        if (error) return this.#fail(error, done);
        owner.answered(result);
        done(null, result);
      });
    });
  }

  #fail(error: unknown, done: Done): void {
    const failure = translateFailure(error);
    if (!this.connection.isOpen) this.#failure = failure;
    done(failure);
  }
}
