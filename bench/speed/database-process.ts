import { readFileSync } from 'node:fs';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import type { DatabaseAddress } from '../../src/config/setting-values';

/** The process of a database server on this machine. Undefined for any other server. */
export async function databasePid({
  host,
  port,
  user,
  password,
  database,
}: DatabaseAddress): Promise<number | undefined> {
  const connection = await createConnection({ host, port, user, password: password.reveal(), database });
  try {
    const [rows] = await connection.query<RowDataPacket[]>('select @@pid_file as file');
    return Number(readFileSync(String(rows[0]?.file), 'utf8'));
  } catch {
    return undefined;
  } finally {
    await connection.end();
  }
}
