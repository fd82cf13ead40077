import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** Whether the server has a database of this name. */
export function databaseExists(serverUrl: string, name: string): Promise<boolean> {
  return withServer(serverUrl, async (connection) => {
    const sql = 'select 1 from information_schema.schemata where schema_name = ?';
    const [rows] = await connection.execute<RowDataPacket[]>(sql, [name]);
    return rows.length > 0;
  });
}

/** Creates an empty database. Drops an existing one. */
export function recreateDatabase(serverUrl: string, name: string): Promise<void> {
  return withServer(serverUrl, async (connection) => {
    await connection.query('drop database if exists ??', [name]);
    await connection.query('create database ?? character set utf8mb4', [name]);
  });
}

async function withServer<Result>(url: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await createConnection(url);
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
