import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { until } from '../support/until';

/** Another program that locks the tenants, so that every lookup waits. */
export interface HeldTable {
  /** Until a lookup waits for the table. */
  awaited(): Promise<void>;
  release(): Promise<void>;
}

export async function holdTenants(databaseUrl: string): Promise<HeldTable> {
  const connection = await createConnection(databaseUrl);
  await connection.query('lock tables tenants write');
  const waiting = `select 1 from information_schema.processlist
    where db = database() and state like 'Waiting for table metadata lock'`;
  return {
    async awaited() {
      await until(async () => (await connection.query<RowDataPacket[]>(waiting))[0].length > 0);
    },
    release: () => connection.end(),
  };
}
