/** What the server knows of the connections that gateways have to one database. */

import type { RowDataPacket } from 'mysql2';

import { onServer } from '../support/database';
import { servingUser } from '../support/serving-account';

export interface Thread {
  readonly id: number;
  readonly statement: string | null;
}

/** The connections of gateways to the database of `databaseUrl`. */
export async function gatewayThreads(databaseUrl: string): Promise<Thread[]> {
  const name = new URL(databaseUrl).pathname.slice(1);
  return onServer(async (server) => {
    const [rows] = await server.query<(RowDataPacket & Thread)[]>(
      'select id, info as statement from information_schema.processlist where db = ? and user = ?',
      [name, servingUser()],
    );
    return rows;
  });
}

/** Ends them as an administrator or a fail-over does. @returns how many there were */
export async function killGatewayThreads(databaseUrl: string): Promise<number> {
  const threads = await gatewayThreads(databaseUrl);
  await onServer(async (server) => {
    // One may have ended meanwhile.
    for (const { id } of threads) await server.query('kill ?', [id]).catch(() => undefined);
  });
  return threads.length;
}
