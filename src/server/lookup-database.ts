import type { Logger } from 'pino';

import type { DatabaseAddress } from '../config/setting-values';
import type { Settings } from '../config/settings';
import { connect, type ConnectOptions } from '../db/connect';
import { Database } from '../db/database';
import { CHECK_CONNECTION, Hosts, type HostState } from '../db/hosts';
import { RetryBudget } from '../db/pool/failures';

type Listeners = Pick<ConnectOptions, 'onStatement' | 'onRows' | 'events'>;

interface DatabaseDependencies extends Listeners {
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly searchBudgets?: readonly number[];
  readonly onHost?: (state: HostState) => void;
}

/** Opens every host of the database for lookups. */
export function openDatabase(
  settings: Settings,
  { monotonicNow, log, searchBudgets, onHost, ...listeners }: DatabaseDependencies,
): Hosts {
  const { databaseHosts, databaseMaxLagMs: maxLagMs, authRememberMs: scopesForMs } = settings;
  const open = (address: DatabaseAddress) => {
    const retries = new RetryBudget();
    const lookups = connect(address, {
      poolSize: settings.databasePoolSize,
      connectTimeoutMs: settings.databaseConnectTimeoutMs,
      statementTimeoutMs: settings.statementTimeoutMs,
      maxAgeMs: settings.databaseConnectionMaxAgeMs,
      retries,
      ...listeners,
    });
    const checks = connect(address, { ...CHECK_CONNECTION, onStatement: listeners.onStatement });
    return { database: new Database(lookups, monotonicNow, { scopesForMs, searchBudgets }), checks };
  };
  const logState = hostLog(log);
  return new Hosts(databaseHosts.map(open), {
    maxLagMs,
    now: monotonicNow,
    onState(state) {
      logState(state);
      onHost?.(state);
    },
  });
}

/** Logs a line whenever the problem of a host changes, and whenever requests move to another host. */
export function hostLog(log: Logger): (state: HostState) => void {
  const problems = new Map<number, string | null>([[1, null]]);
  let inUse = 1;
  return ({ host, isInUse, problem }) => {
    if (problems.get(host) !== problem) {
      problems.set(host, problem);
      if (problem === null) log.info({ host }, 'database host healthy');
      else log.warn({ host, problem }, 'database host not healthy');
    }
    if (!isInUse || inUse === host) return;
    inUse = host;
    log.warn({ host }, 'database host in use');
  };
}
