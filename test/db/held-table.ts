import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

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
      for (;;) {
        const [rows] = await connection.query<RowDataPacket[]>(waiting);
        if (rows.length > 0) return;
        await sleep(20);
      }
    },
    release: () => connection.end(),
  };
}
