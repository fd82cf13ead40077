/** Starts a gateway and stops it again. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Logger, pino } from 'pino';

import type { DatabaseAddress } from '../config/setting-values';
import { createAuthenticator } from '../auth/authenticate';
import type { Settings } from '../config/settings';
import { connect, type ConnectOptions } from '../db/connect';
import { Database } from '../db/database';
import { CHECK_CONNECTION, Hosts } from '../db/hosts';
import { databaseProblemAt, RetryBudget } from '../db/pool/failures';
import { BUDGETS } from '../db/search/ladder';
import { admission } from '../http/admission';
import { EarlyRefusals } from '../http/error-responses';
import { CLIENT_LIMITS, createHttpServer, limitConnections, listening } from '../http/http-server';
import { oneAtATime } from '../http/pipelines';
import { localDateIn } from '../model/local-date';
import type { ObservedRequest, Observer } from '../observer';
import { VERSION } from '../package';
import { gatewayMetrics } from '../telemetry/metrics';
import { adminListener, recentProblems } from './admin';
import { createApp } from './app';
import { drainable } from './drain';
import { type EventLoop, monitorEventLoop } from './event-loop';
import { ObservedRequests } from './observed-requests';
import { openObservers } from './observers';
import { tokenChecks } from './token-check';

/** The dependencies of a gateway, each with a default. Tests pass their own. */
export interface Dependencies {
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  readonly newRequestId: () => string;
  readonly log: Logger;
  /** Observes the gateway beside its log, metrics, traces and audit trail. */
  readonly observer: Observer;
  /** Registers a listener that receives the number of further log lines that were lost. */
  readonly onLinesLost: (listener: (lines: number) => void) => void;
  readonly eventLoop: EventLoop;
  /** At shutdown, idle connections stay open for this many milliseconds, because their clients may have sent a request already. */
  readonly idleGraceMs: number;
  /** Rows for each rung of a search. Tests set them low, so that searches in small databases take every rung. */
  readonly searchBudgets: readonly number[];
}

export interface Gateway {
  /** The URL of the public listener, with the base path and without a slash at its end. */
  readonly url: string;
  readonly adminUrl: string;
  /** The problems that make lookups unavailable, a sentence each, as `/readyz` reports them. */
  problems(): Promise<readonly string[]>;
  /** The same for the log, with the host and port of the database. */
  problemsForLog(): Promise<readonly string[]>;
  /**
   * Accepts no new connections, lets the requests in flight finish, and stops the gateway. Meanwhile `/readyz` reports that it is
   * stopping. For `delayMs` milliseconds before that, new requests are accepted.
   * @returns the number of requests that were cut off because their answers took too long
   */
  close(options?: { readonly delayMs?: number }): Promise<{ readonly cutOff: number }>;
}

/** Starts both listeners. It starts even if the database is unreachable. */
export async function startGateway(
  settings: Settings,
  {
    now = () => new Date(),
    monotonicNow = () => performance.now(),
    newRequestId = randomUUID,
    log = pino({ level: settings.logLevel }),
    observer: further = {},
    onLinesLost,
    eventLoop = monitorEventLoop(),
    idleGraceMs = 1_000,
    searchBudgets = BUDGETS,
  }: Partial<Dependencies> = {},
): Promise<Gateway> {
  const todayIn = localDateIn(settings.businessTimeZone);
  const metrics = gatewayMetrics(monotonicNow, VERSION);
  const { observer, followsRequests, ...observers } = await openObservers(settings, {
    ...{ now, monotonicNow, log, version: VERSION },
    others: [metrics.observer, further],
  });
  onLinesLost?.((lines) => observer.linesLost?.('log', lines));
  const requests = new ObservedRequests({ observer, newRequestId, monotonicNow }, followsRequests);

  const hosts = openDatabase(settings, { monotonicNow, searchBudgets, observer }, () => requests.current());
  const authenticator = createAuthenticator(settings.jwt, {
    ...{ ttlMs: settings.authRememberMs, now, monotonicNow, observer },
    hostInUse: () => hosts.numberInUse,
    findOpaqueToken: (sha256) => hosts.opaqueToken(sha256),
  });
  const problemsNow = async (describe?: (failure: unknown) => string) =>
    (await Promise.all([hosts.inUse.problems(describe), authenticator.problems()])).flat();
  const lookupProblems = recentProblems(() => problemsNow(), monotonicNow);
  const problemsForLog = () => problemsNow(databaseProblemAt);
  const checkToken = await tokenChecks(authenticator, settings.rateLimit, { monotonicNow, observer });
  const today = () => todayIn(now());
  let draining = false;
  const problems = async (): Promise<readonly string[]> => {
    if (draining) return ['the gateway is stopping'];
    if (eventLoop.recentDelay() > settings.maxEventLoopDelayMs) return ['the event loop was blocked'];
    return lookupProblems();
  };
  const connections = settings.databasePoolSize;
  const admitting = admission({ ...settings, connections, eventLoop, monotonicNow, observer });
  const refusals = new EarlyRefusals(admitting.isBusy, monotonicNow);
  const { listener, stop } = await createApp({
    ...{ settings, hosts, problems, refusals, checkToken, today, monotonicNow, observer, log },
    admission: admitting,
  });

  const publicServer = createHttpServer(CLIENT_LIMITS, requests.listener(oneAtATime(listener)), observer);
  limitConnections(publicServer, settings.maxConnections, observer);
  const adminServer = createHttpServer(
    CLIENT_LIMITS,
    adminListener({
      problems,
      newerMigrations: () => hosts.inUse.newerMigrations,
      hosts,
      scrape: metrics.text,
    }),
  );
  const drainPublic = drainable(publicServer, idleGraceMs);
  const drainAdmin = drainable(adminServer, 0);

  const close: Gateway['close'] = async ({ delayMs = 0 } = {}) => {
    draining = true;
    if (delayMs > 0) await sleep(delayMs);
    refusals.releaseAll();
    const cutOff = await drainPublic();
    await drainAdmin();
    eventLoop.stop();
    await stop();
    await hosts.close();
    await observers.close();
    return { cutOff };
  };
  try {
    eventLoop.start();
    const url = await listening(publicServer, settings.host, settings.port, 'HOST and PORT');
    const adminUrl = await listening(adminServer, settings.adminHost, settings.adminPort, 'ADMIN_HOST and ADMIN_PORT');
    return { url: `${url}${settings.basePath}`, adminUrl, problems: lookupProblems, problemsForLog, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens every host of the database for lookups. @param currentRequest the request that a statement runs for */
function openDatabase(
  settings: Settings,
  { monotonicNow, searchBudgets, observer }: Pick<Dependencies, 'monotonicNow' | 'searchBudgets' | 'observer'>,
  currentRequest: () => ObservedRequest | undefined,
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
    const sessions = connect(address, { ...CHECK_CONNECTION, maxAgeMs: 0 });
    return { database: new Database(lookups, monotonicNow, { scopesForMs, searchBudgets }), checks, sessions };
  };
  return new Hosts(databaseHosts.map(open), { maxLagMs, now: monotonicNow, observer });
}
