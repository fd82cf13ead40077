import type { DatabaseAddress } from '../config/setting-values';
import type { Settings } from '../config/settings';
import { connect, type ConnectOptions } from '../db/connect';
import { Database } from '../db/database';
import { CHECK_CONNECTION, Hosts } from '../db/hosts';
import { RetryBudget } from '../db/pool/failures';
import type { ObservedRequest, Observer } from '../observer';

interface DatabaseDependencies {
  readonly monotonicNow: () => number;
  readonly searchBudgets?: readonly number[];
  readonly observer: Observer;
  /** The request that a statement runs for. */
  readonly currentRequest: () => ObservedRequest | undefined;
}

/** Opens every host of the database for lookups. */
export function openDatabase(
  settings: Settings,
  { monotonicNow, searchBudgets, observer, currentRequest }: DatabaseDependencies,
): Hosts {
  const { databaseHosts, databaseMaxLagMs: maxLagMs, authRememberMs: scopesForMs } = settings;
  const onStatement: ConnectOptions['onStatement'] = (sql, ms, failed) =>
    observer.statementEnded?.({ sql, ms, failed }, currentRequest());
  const open = (address: DatabaseAddress) => {
    const lookups = connect(address, {
      poolSize: settings.databasePoolSize,
      connectTimeoutMs: settings.databaseConnectTimeoutMs,
      statementTimeoutMs: settings.statementTimeoutMs,
      maxAgeMs: settings.databaseConnectionMaxAgeMs,
      retries: new RetryBudget(),
      observer,
      onStatement,
    });
    const checks = connect(address, { ...CHECK_CONNECTION, onStatement });
    return { database: new Database(lookups, monotonicNow, { scopesForMs, searchBudgets }), checks };
  };
  return new Hosts(databaseHosts.map(open), { maxLagMs, now: monotonicNow, observer });
}
