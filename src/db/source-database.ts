/** A database of another program, which is only read. */

import { type Connection, createConnection, type FieldPacket } from 'mysql2';

import { ServiceError } from '../errors';
import type { DatabaseAddress } from '../config/setting-values';
import { arrivalsOf } from './arrivals';
import { addressOf, connectionOptions } from './connect';
import { databaseProblemAt } from './pool/failures';
import { type SourceColumn, sourceColumn, type SourceValue, valueAsSent } from './source-columns';

/** Why the source could not be read. The message has no credentials and no values. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

export type SourceRow = readonly SourceValue[];

const CONNECT_LIMIT_MS = 10_000;
/** A reader may pause this long, in seconds. */
const PAUSE_LIMIT = 3600;

/**
 * Comparisons in the statements are those of the source, so its collation, modes and time zone are left alone. Long lists are
 * not cut off, and long statements are not ended.
 */
const SESSION = `set names utf8mb4, session group_concat_max_len = 16777216, session net_write_timeout = ${PAUSE_LIMIT},
  session wait_timeout = 28800 /*M! , session max_statement_time = 0 */ /*!80000 , session max_execution_time = 0 */`;

/** Statements of an operator may be wrong in these ways, and the server says where. */
const MISTAKES = new Set([1052, 1054, 1055, 1060, 1064, 1140, 1146, 1222, 1305, 1792]);

/** One connection. Every statement sees the same snapshot. */
export class SourceDatabase {
  private constructor(
    private readonly connection: Connection,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /**
   * @param signal ends the statement that runs, with its reason
   * @throws {SourceError} when it cannot be reached
   */
  static async open(address: DatabaseAddress, signal?: AbortSignal): Promise<SourceDatabase> {
    const connection = createConnection({
      ...connectionOptions(address),
      charset: 'utf8mb4',
      typeCast: valueAsSent,
      jsonStrings: true,
      rowsAsArray: true,
      connectTimeout: CONNECT_LIMIT_MS,
    });
    connection.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(unreachable(error, address)) : resolve()));
    });
    const source = new SourceDatabase(connection, signal);
    await source.#run(SESSION);
    await source.#run('set session transaction isolation level repeatable read');
    await source.#run('start transaction with consistent snapshot, read only');
    return source;
  }

  /** All rows at once, for small results. @throws {SourceError} */
  async all(statement: string, parameters: readonly unknown[] = []): Promise<SourceRow[]> {
    const rows: SourceRow[] = [];
    for await (const part of this.rows(statement, parameters)) rows.push(...part);
    return rows;
  }

  /** The rows in batches, as they arrive. @throws {SourceError} */
  async *rows(statement: string, parameters: readonly unknown[] = []): AsyncGenerator<readonly SourceRow[], void> {
    const query = this.connection.query(statement, [...parameters]);
    const stream = query.stream({ highWaterMark: 1000 });
    const stop = (): void => void stream.destroy(this.signal?.reason as Error);
    this.signal?.addEventListener('abort', stop);
    try {
      yield* arrivalsOf<SourceRow>(stream);
    } catch (error) {
      throw failureOf(error);
    } finally {
      this.signal?.removeEventListener('abort', stop);
    }
  }

  /** The columns of a statement, which is not run. @throws {SourceError} when the statement is wrong */
  async columnsOf(statement: string): Promise<SourceColumn[]> {
    const columns = await this.#run(`select * from (\n${statement}\n) as source limit 0`);
    return columns.map(sourceColumn);
  }

  close(): void {
    this.connection.destroy();
  }

  /** After `close` the driver calls back no more, so the signal ends the wait. */
  #run(statement: string): Promise<readonly FieldPacket[]> {
    const { signal } = this;
    return new Promise<readonly FieldPacket[]>((resolve, reject) => {
      const stop = (): void => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop);
      this.connection.query(statement, (error, _rows, fields) => {
        signal?.removeEventListener('abort', stop);
        if (error) reject(error);
        else resolve(fields ?? []);
      });
    }).catch((error: unknown) => {
      throw failureOf(error);
    });
  }
}

function unreachable(error: Error, address: DatabaseAddress): SourceError {
  const cause = Object.assign(error, { triedAt: addressOf(address) });
  return new SourceError(`The source ${databaseProblemAt(new ServiceError('serviceUnavailable', { cause }))}.`);
}

/** The server's text may quote a value, unless the statement itself is wrong. */
function failureOf(error: unknown): unknown {
  const { errno, sqlMessage, code } = error as { errno?: number; sqlMessage?: string; code?: string };
  if (errno !== undefined && MISTAKES.has(errno)) return new SourceError(sqlMessage ?? `error ${errno}`);
  if (errno !== undefined && sqlMessage !== undefined)
    return new SourceError(`the source rejected the statement (error ${errno})`);
  if (code !== undefined) return new SourceError('the connection to the source ended');
  return error;
}
