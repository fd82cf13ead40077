/** A database of another program, which is only read. No error has credentials or values. */

import { isUtf8 } from 'node:buffer';

import { type Connection, createConnection, type FieldPacket, type TypeCastField, Types } from 'mysql2';

import { ServiceError } from '../../../src/errors';
import type { DatabaseAddress } from '../../../src/config/setting-values';
import { LoadingError } from '../refusals';
import { arrivalsOf } from '../source-record';
import { addressOf, connectionOptions } from '../../../src/db/connect';
import { cut, socketOf } from '../../../src/db/pool/connection';
import { databaseProblemAt, isLost } from '../../../src/db/pool/failures';
import { COMPLETE, sessionStatement } from '../../../src/db/session';

/** Of a row: the text, null, or bytes that are no UTF-8. */
export type SourceValue = string | null | Buffer;

export interface SourceColumn {
  readonly name: string;
  /** Why the text of the column may not be its value, and what helps; undefined if it always is. */
  readonly inexact: string | undefined;
}

export type SourceRow = readonly SourceValue[];

const CONNECT_LIMIT_MS = 10_000;

/** Comparisons and arithmetic in the statements are those of the source, so its collation, modes and time zone are left alone. */
export const SOURCE_SESSION = sessionStatement({
  names: 'utf8mb4',
  // A reader may pause for an hour.
  both: { ...COMPLETE.both, group_concat_max_len: '16777216', net_write_timeout: '3600' },
  // At this number of iterations MariaDB ends a recursion with what it has, and MySQL with an error.
  mariadb: { ...COMPLETE.mariadb, max_recursive_iterations: '4294967295' },
  mysql: { ...COMPLETE.mysql, cte_max_recursion_depth: '4294967295' },
  mysql84: { use_secondary_engine: 'on' },
});

/** Statements of an operator may be wrong in these ways, and the server says where. */
const MISTAKES = new Set([1052, 1054, 1055, 1060, 1140, 1146, 1222, 1305, 1792]);

/** One connection. Every statement sees the same snapshot. */
export class SourceDatabase {
  /** Why nothing more can be read. */
  #ended: Error | undefined;
  /** Ends the wait for the source. */
  #stopWaiting: ((reason: Error) => void) | undefined;

  private constructor(
    private readonly connection: Connection,
    private readonly silenceMs: number,
  ) {
    // The driver reports the loss of a streamed statement only to the connection.
    connection.on('error', (error) => this.#end(failureOf(error)));
    socketOf(connection)
      .on('close', () => this.#end(lost()))
      .on('timeout', () =>
        this.#end(new LoadingError(`the source sent nothing for ${silenceMs / 1000} s (--source-timeout)`)),
      );
  }

  /**
   * @param silenceMs how long the source may send nothing while a statement waits for it
   * @throws {LoadingError} when it cannot be reached
   */
  static async open(address: DatabaseAddress, silenceMs: number): Promise<SourceDatabase> {
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
    const source = new SourceDatabase(connection, silenceMs);
    try {
      await source.#run(SOURCE_SESSION);
      await source.#run('start transaction with consistent snapshot, read only');
      return source;
    } catch (error) {
      source.close();
      throw error;
    }
  }

  /**
   * The rows in batches, as they arrive. While the reader is busy, the source may be silent.
   * @param name of the file with the statement
   * @throws {LoadingError} that names the file
   */
  async *rows(name: string, statement: string): AsyncGenerator<readonly SourceRow[], void> {
    const stream = this.connection.query(statement).stream({ highWaterMark: 1000 });
    const arrivals = arrivalsOf<SourceRow>(stream);
    try {
      for (;;) {
        const { done, value } = await this.#answer(arrivals.next());
        if (done === true) return;
        yield value;
      }
    } catch (error) {
      throw inFile(name, error);
    } finally {
      stream.destroy();
    }
  }

  /** The columns of a statement, which is not run. @throws {LoadingError} that names the file, when the statement is wrong */
  async columnsOf(name: string, statement: string): Promise<SourceColumn[]> {
    try {
      const columns = await this.#run(`select * from (\n${statement}\n) as source limit 0`);
      return columns.map((column) => ({ name: column.name, inexact: whyInexact(column) }));
    } catch (error) {
      throw inFile(name, error);
    }
  }

  close(): void {
    cut(this.connection);
  }

  #run(statement: string): Promise<readonly FieldPacket[]> {
    return this.#answer(
      new Promise((resolve, reject) => {
        this.connection.query(statement, (error, _rows, fields) => (error ? reject(error) : resolve(fields ?? [])));
      }),
    );
  }

  /** The driver may never settle `answer` when the connection ends. */
  async #answer<Result>(answer: Promise<Result>): Promise<Result> {
    socketOf(this.connection).setTimeout(this.silenceMs);
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#stopWaiting = reject;
        answer.then(resolve, (error: unknown) => reject(failureOf(error)));
        if (this.#ended !== undefined) reject(this.#ended);
      });
    } finally {
      this.#stopWaiting = undefined;
      socketOf(this.connection).setTimeout(0);
    }
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    this.#stopWaiting?.(this.#ended);
    cut(this.connection);
  }
}

const inFile = (name: string, error: unknown): unknown =>
  error instanceof LoadingError ? new LoadingError(`${name}: ${error.message}`, { cause: error }) : error;

const lost = (): LoadingError => new LoadingError('the connection to the source ended');

function unreachable(error: Error, address: DatabaseAddress): LoadingError {
  const cause = Object.assign(error, { triedAt: addressOf(address) });
  return new LoadingError(`The source ${databaseProblemAt(new ServiceError('serviceUnavailable', { cause }))}.`);
}

/** The server's text may quote a value, unless the statement itself is wrong. */
function failureOf(error: unknown): Error {
  const { errno, sqlMessage, code } = error as { errno?: number; sqlMessage?: string; code?: string };
  // The SELECT of a column list expects a SELECT within it.
  if (errno === 1064) return new LoadingError(`${sqlMessage}. The file must have one SELECT and nothing else`);
  if (errno !== undefined && MISTAKES.has(errno)) return new LoadingError(sqlMessage ?? `error ${errno}`);
  if (isLost(error)) return lost();
  if (errno !== undefined && sqlMessage !== undefined)
    return new LoadingError(`the source rejected the statement (error ${errno})`);
  return code === undefined ? (error as Error) : lost();
}

/** A DOUBLE is exact: both servers send the shortest text that reads as the same number. */
function whyInexact({ columnType, columnLength = 0, ...extended }: FieldPacket): string | undefined {
  if (columnType === Types.FLOAT)
    return 'a FLOAT, of which the source sends at most six digits: use CAST(… AS DECIMAL(15, 2)) with as many decimals as it has';
  if (columnType === Types.BIT && columnLength > 1) return 'a BIT of several bits: use CAST(… AS UNSIGNED)';
  // MariaDB stores JSON as text and only marks it.
  if (columnType === Types.JSON || extended.extendedFormat === 'json')
    return 'JSON, in which texts have quotes: use JSON_VALUE or JSON_UNQUOTE';
  if (columnType === Types.GEOMETRY) return 'a geometry: use ST_AsText, or ST_X and ST_Y';
  if (columnType === Types.VECTOR || extended.extendedTypeName === 'vector') return 'a vector, which is no text';
  return undefined;
}

/** What the driver reads as text, or as bytes if the column has no character set. */
const TEXTS = new Set<string>(['VARCHAR', 'VAR_STRING', 'STRING', 'TINY_BLOB', 'MEDIUM_BLOB', 'LONG_BLOB', 'BLOB']);

/** A number that went through JavaScript could be rounded, lose its zeros or get another form. */
function valueAsSent(field: TypeCastField, read: () => unknown): SourceValue {
  if (!TEXTS.has(field.type)) return field.type === 'BIT' ? bitOf(field.buffer()) : field.string('utf8');
  const value = read() as SourceValue;
  return Buffer.isBuffer(value) && isUtf8(value) ? value.toString() : value;
}

const bitOf = (bytes: Buffer | null): SourceValue => bytes && String(bytes[0]);
