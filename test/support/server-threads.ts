import type { Connection, RowDataPacket } from 'mysql2/promise';

export interface ServerThread {
  readonly id: number;
  readonly user: string;
  readonly state: string | null;
  readonly statement: string | null;
}

interface Listed extends RowDataPacket {
  readonly Id: number;
  readonly User: string;
  readonly db: string | null;
  readonly State: string | null;
  readonly Info: string | null;
}

/**
 * The connections to one database. On MySQL, a SELECT from `information_schema.processlist` fails while any connection runs a
 * statement with a character of four bytes, also one of another test.
 */
export async function threadsOf(server: Connection, database: string): Promise<ServerThread[]> {
  const [rows] = await server.query<Listed[]>('show full processlist');
  return rows
    .filter(({ db }) => db === database)
    .map(({ Id, User, State, Info }) => ({ id: Id, user: User, state: State, statement: Info }));
}
