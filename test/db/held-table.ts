import { createConnection } from 'mysql2/promise';

import { threadsOf } from '../support/server-threads';
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
  const name = new URL(databaseUrl).pathname.slice(1);
  return {
    async awaited() {
      await until(async () => {
        const threads = await threadsOf(connection, name);
        return threads.some(({ state }) => state === 'Waiting for table metadata lock');
      }, 'a lookup waits for the table');
    },
    release: () => connection.end(),
  };
}
