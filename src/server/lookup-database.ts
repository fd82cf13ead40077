import type { Logger } from 'pino';

import { connect, type ConnectOptions } from '../db/connect';
import { Database } from '../db/database';
import type { OutageState } from '../db/replicas/outage';
import type { ReplicaState } from '../db/replicas/replica';
import { RetryBudget } from '../db/pool/failures';
import type { Settings } from '../config/settings';

type Listeners = Pick<ConnectOptions, 'onStatement' | 'onRows' | 'events'>;

interface DatabaseDependencies extends Listeners {
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly longestWalk?: number;
  readonly onReplica?: (state: ReplicaState) => void;
  readonly onOutage?: (state: OutageState) => void;
}

/** Opens the database for lookups. The code for replicas is loaded only if there are any. */
export async function openDatabase(
  settings: Settings,
  { monotonicNow, log, longestWalk, onReplica, onOutage, ...listeners }: DatabaseDependencies,
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
  if (addresses.length === 0) return new Database(primary, monotonicNow, { scopesForMs, retries, longestWalk });

  const { Replicas } = await import('../db/replicas/replicas.ts');
  const [logState, logOutage] = [replicaLog(log), outageLog(log)];
  const replicas = new Replicas({
    addresses,
    primary: { address: database, db: primary },
    connection,
    maxLagMs: settings.databaseReplicaMaxLagMs,
    staleMs: settings.databaseReplicaStaleMs,
    now: monotonicNow,
    onState(state) {
      logState(state);
      onReplica?.(state);
    },
    onOutage(state) {
      logOutage(state);
      onOutage?.(state);
    },
  });
  return new Database(primary, monotonicNow, { scopesForMs, retries, replicas, longestWalk });
}

/** Logs a line whenever the problem of a replica changes. */
export function replicaLog(log: Logger): (state: ReplicaState) => void {
  const logged = new Map<number, string | null>();
  return ({ replica, problem }) => {
    if (logged.get(replica) === problem) return;
    logged.set(replica, problem);
    if (problem === null) log.info({ replica }, 'replica in use');
    else log.warn({ replica, problem }, 'replica not in use');
  };
}

/** Logs a line whenever lookups move from the primary to a replica, to another one or back, and when there is no replica for them. */
export function outageLog(log: Logger): (state: OutageState) => void {
  let logged: Pick<OutageState, 'isAway' | 'replica'> = { isAway: false, replica: null };
  return ({ isAway, replica, staleSeconds }) => {
    if (logged.isAway === isAway && logged.replica === replica) return;
    logged = { isAway, replica };
    if (!isAway) log.info('primary in use');
    else if (replica === null) log.warn('primary not in use, and no replica is recent enough');
    else log.warn({ replica, staleSeconds }, 'primary not in use, lookups are answered from a replica');
  };
}
