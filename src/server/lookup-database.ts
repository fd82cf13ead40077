import type { Logger } from 'pino';

import { connect, type ConnectOptions } from '../db/connect';
import { Database } from '../db/database';
import type { ReplicaState } from '../db/replicas/replica';
import { RetryBudget } from '../db/pool/failures';
import type { Settings } from '../config/settings';

type Listeners = Pick<ConnectOptions, 'onStatement' | 'onRows' | 'events'>;

interface DatabaseDependencies extends Listeners {
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly onReplica?: (state: ReplicaState) => void;
}

/** Opens the database for lookups. The code for replicas is loaded only if there are any. */
export async function openDatabase(
  settings: Settings,
  { monotonicNow, log, onReplica, ...listeners }: DatabaseDependencies,
): Promise<Database> {
  const { database, databaseReplicas: addresses, authRememberMs: scopesForMs } = settings;
  const retries = new RetryBudget();
  const connection: ConnectOptions = {
    poolSize: settings.databasePoolSize,
    connectTimeoutMs: settings.databaseConnectTimeoutMs,
    statementTimeoutMs: settings.statementTimeoutMs,
    maxAgeMs: settings.databaseConnectionMaxAgeMs,
    retries,
    ...listeners,
  };
  const primary = connect(database, connection);
  if (addresses.length === 0) return new Database(primary, monotonicNow, { scopesForMs, retries });

  const { Replicas } = await import('../db/replicas/replicas.ts');
  const logState = replicaLog(log);
  const replicas = new Replicas({
    addresses,
    primary: { address: database, db: primary },
    connection,
    maxLagMs: settings.databaseReplicaMaxLagMs,
    now: monotonicNow,
    onState(state) {
      logState(state);
      onReplica?.(state);
    },
  });
  return new Database(primary, monotonicNow, { scopesForMs, retries, replicas });
}

/** Logs a line whenever the problem of a replica changes. */
export function replicaLog(log: Logger): (state: ReplicaState) => void {
  const logged = new Map<number, string | null>();
  return ({ replica, problem }) => {
    if (logged.get(replica) === problem) return;
    logged.set(replica, problem);
    if (problem === null) log.info({ replica }, 'replica is read');
    else log.warn({ replica, problem }, 'replica is not read');
  };
}
