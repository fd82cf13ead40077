/** Finds statements that wait for another connection's locks. */

import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

const WAITING = `select p.info as statement
  from information_schema.processlist as p left join information_schema.innodb_trx as t on t.trx_mysql_thread_id = p.id
  where p.db = database() and p.id <> connection_id() and (t.trx_state = 'LOCK WAIT' or p.state like 'Waiting for%lock')`;

/** InnoDB refreshes this view only when nobody has read it for 100 ms. */
const PACE_MS = 250;

export interface LockWatch {
  /** Every waiting statement found so far. */
  readonly waits: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** Polls one database until it is stopped. A wait shorter than the interval is missed. */
export async function watchLocks(databaseUrl: string): Promise<LockWatch> {
  const connection = await createConnection(databaseUrl);
  const waits = new Set<string>();
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const [rows] = await connection.query<RowDataPacket[]>(WAITING);
      rows.forEach(({ statement }) => waits.add(String(statement)));
      await sleep(PACE_MS);
    }
  })();
  return {
    waits,
    async stop() {
      stopped = true;
      try {
        await watching;
      } finally {
        await connection.end();
      }
    },
  };
}
