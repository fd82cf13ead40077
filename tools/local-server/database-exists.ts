import { createConnection, type RowDataPacket } from 'mysql2/promise';

/** Whether the server has a database of this name. */
export async function databaseExists(serverUrl: string, name: string): Promise<boolean> {
  const connection = await createConnection(serverUrl);
  try {
    const sql = 'select 1 from information_schema.schemata where schema_name = ?';
    const [rows] = await connection.execute<RowDataPacket[]>(sql, [name]);
    return rows.length > 0;
  } finally {
    await connection.end();
  }
}
