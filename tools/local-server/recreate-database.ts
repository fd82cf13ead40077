import { createConnection } from 'mysql2/promise';

/** Drops the database if it is there, and creates it empty. */
export async function recreateDatabase(serverUrl: string, name: string): Promise<void> {
  const connection = await createConnection(serverUrl);
  try {
    await connection.query('drop database if exists ??', [name]);
    await connection.query('create database ?? character set utf8mb4', [name]);
  } finally {
    await connection.end();
  }
}
