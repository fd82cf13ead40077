import type { Logger } from 'pino';

import { connect, type ConnectOptions } from '../db/connect';
import { Database } from '../db/database';
import type { ReplicaState } from '../db/replicas/replica';
import { RetryBudget } from '../db/pool/failures';
import type { Settings } from '../config/settings';

type Watchers = Pick<ConnectOptions, 'onStatement' | 'onRows' | 'events'>;

interface DatabaseSurroundings extends Watchers {
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly onReplica?: (state: ReplicaState) => void;
}

/** The database that lookups are answered from. Replicas are loaded only where there are some. */
export async function openDatabase(
  settings: Settings,
  { monotonicNow, log, onReplica, ...watchers }: DatabaseSurroundings,
): Promise<Database> {
  const { database, databaseReplicas: addresses, authRememberMs: scopesForMs } = settings;
  const retries = new RetryBudget();
  const connection: ConnectOptions = {
    poolSize: settings.databasePoolSize,
    connectTimeoutMs: settings.databaseConnectTimeoutMs,
    statementTimeoutMs: settings.statementTimeoutMs,
    maxAgeMs: settings.databaseConnectionMaxAgeMs,
    retries,
    ...watchers,
  };
  const primary = connect(database, connection);
  if (addresses.length === 0) return new Database(primary, monotonicNow, { scopesForMs, retries });

  const { Replicas } = await import('../db/replicas/replicas.ts');
  const tell = replicaLog(log);
  const replicas = new Replicas({
    addresses,
    primary: { address: database, db: primary },
    connection,
    maxLagMs: settings.databaseReplicaMaxLagMs,
    now: monotonicNow,
    onState(state) {
      tell(state);
      onReplica?.(state);
    },
  });
  return new Database(primary, monotonicNow, { scopesForMs, retries, replicas });
}

/** A line whenever what keeps a replica from being read changes. */
export function replicaLog(log: Logger): (state: ReplicaState) => void {
  const told = new Map<number, string | null>();
  return ({ replica, problem }) => {
    if (told.get(replica) === problem) return;
    told.set(replica, problem);
    if (problem === null) log.info({ replica }, 'replica is read');
    else log.warn({ replica, problem }, 'replica is not read');
  };
}
