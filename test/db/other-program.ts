/** Another program on the same database, with its own session settings. */

import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

export interface OtherProgram {
  run(statement: string, values?: readonly Value[]): Promise<RowDataPacket[]>;
  /** The server's error number, 0 if the statement succeeds. */
  refusal(statement: string): Promise<number>;
  close(): Promise<void>;
}

export interface OtherSession {
  readonly charset?: string;
  readonly sqlMode?: string;
  readonly timeZone?: string;
}

export async function otherProgram(databaseUrl: string, session: OtherSession = {}): Promise<OtherProgram> {
  const { charset = 'utf8mb4_bin', sqlMode, timeZone } = session;
  const connection = await createConnection({ uri: databaseUrl, charset, dateStrings: true });
  if (sqlMode !== undefined) await connection.query('set session sql_mode = ?', [sqlMode]);
  if (timeZone !== undefined) await connection.query('set session time_zone = ?', [timeZone]);
  return {
    run: (statement, values = []) => rows(connection, statement, values),
    refusal: (statement) =>
      connection.query(statement).then(
        () => 0,
        (error: unknown) => (error as { errno: number }).errno,
      ),
    close: () => connection.end(),
  };
}

type Value = string | number | null;

async function rows(connection: Connection, statement: string, values: readonly Value[]): Promise<RowDataPacket[]> {
  const [result] = await connection.query<RowDataPacket[]>(statement, [...values]);
  return result;
}
