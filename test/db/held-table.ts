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
  let ending: Promise<void> | undefined;
  return {
    async awaited() {
      await until(async () => {
        const threads = await threadsOf(connection, name);
        return threads.some(({ state }) => state === 'Waiting for table metadata lock');
      }, 'a lookup waits for the table');
    },
    release: () => (ending ??= connection.end()),
  };
}

/** Locks the tenants for one test, until its end at most. */
export function holdTenantsInTests(): (databaseUrl: string) => Promise<HeldTable> {
  const held: HeldTable[] = [];
  afterEach(async () => {
    await Promise.all(held.splice(0).map((table) => table.release()));
  });
  return async (databaseUrl) => {
    const table = await holdTenants(databaseUrl);
    held.push(table);
    return table;
  };
}
