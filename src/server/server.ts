/** Starts a gateway and stops it again. */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Settings } from '../config/settings';
import { databaseProblemAt } from '../db/pool/failures';
import { admission } from '../http/admission';
import { limitConnections } from '../http/connection-limit';
import { earlyRefusals } from '../http/error-responses';
import { refusalLog } from '../http/failure-log';
import { CLIENT_LIMITS, createHttpServer } from '../http/http-server';
import { listening } from '../http/listening';
import { localDateIn } from '../model/local-date';
import { VERSION } from '../package';
import { gatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import { adminListener } from './admin';
import { createApp } from './app';
import { type Dependencies, dependenciesOf } from './dependencies';
import { drainable } from './drain';
import { openAuditTrail, openInstrumentation } from './instrumentation';
import { openDatabase } from './lookup-database';
import { recentProblems } from './readiness';
import { openRequestLog } from './request-metrics';
import { tokenChecks, instrumentedAuthenticator } from './token-check';

export type { Dependencies } from './dependencies';

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
   * stopping, unless another process has replaced this one. For `delayMs` milliseconds before that, new requests are accepted.
   */
  close(options?: { readonly replaced?: boolean; readonly delayMs?: number }): Promise<Ended>;
}

export interface Ended {
  /** Requests that were cut off because their answers took too long. */
  readonly cutOff: number;
}

/** Starts both listeners. It starts even if the database is unreachable. */
export async function startGateway(settings: Settings, dependencies: Partial<Dependencies> = {}): Promise<Gateway> {
  const { onStatement, onHost, countRequest, onLinesLost, scrapeAll, ...given } = dependenciesOf(
    dependencies,
    settings.logLevel,
  );
  const { now, monotonicNow, newRequestId, log, eventLoop, idleGraceMs, searchBudgets } = given;
  const todayIn = localDateIn(settings.businessTimeZone);
  const metrics = gatewayMetrics(monotonicNow, VERSION);
  onLinesLost?.((lines) => metrics.linesLost('log', lines));
  const instrumentation = await openInstrumentation(settings, { log, monotonicNow, version: VERSION });

  const trail = await openAuditTrail(settings.audit, { now, monotonicNow, log, metrics });
  const audit = instrumentation?.trail(trail) ?? trail;
  const hosts = openDatabase(settings, {
    monotonicNow,
    log,
    searchBudgets,
    onStatement(sql, ms, failed) {
      metrics.statementEnded(ms, failed);
      instrumentation?.statement(sql, ms, failed);
      onStatement?.(sql);
    },
    onRows: metrics.rowsRead,
    events: metrics.poolEvents,
    onHost(state) {
      metrics.hostChecked(state);
      onHost?.(state);
    },
  });
  const authenticator = instrumentedAuthenticator(settings, { hosts, now, monotonicNow, log, metrics });
  const lookupProblems = recentProblems(
    async () => (await Promise.all([hosts.inUse.problems(), authenticator.problems()])).flat(),
    monotonicNow,
  );
  const problemsForLog = async () =>
    (await Promise.all([hosts.inUse.problems(databaseProblemAt), authenticator.problems()])).flat();
  const authenticate = instrumentation?.authenticate(authenticator.authenticate) ?? authenticator.authenticate;
  const checkToken = await tokenChecks(authenticate, settings.rateLimit, {
    countRequest,
    monotonicNow,
    tokenChecked: metrics.tokenChecked,
  });
  const today = () => todayIn(now());
  let draining = false;
  const problems = async (): Promise<readonly string[]> => {
    if (draining) return ['the gateway is stopping'];
    if (eventLoop.recentDelay() > settings.maxEventLoopDelayMs) return ['the event loop was blocked'];
    return lookupProblems();
  };
  const admitting = admission({
    ...settings,
    connections: settings.databasePoolSize,
    eventLoop,
    monotonicNow,
    onRefused: refusalLog(log, limitsOf(settings)),
    onWaiting: (more) => metrics.requestsWaiting.inc(more),
  });
  const refusals = earlyRefusals(admitting.isBusy, monotonicNow);
  const requestLog = openRequestLog(log, settings.accessLog);
  const { listener, stop } = await createApp({
    settings,
    hosts,
    problems,
    admission: admitting,
    refusals,
    checkToken,
    today,
    newRequestId,
    monotonicNow,
    metrics,
    requestLog,
    currentTrace: instrumentation?.currentTrace,
    audit,
    log,
  });

  const publicServer = createHttpServer(CLIENT_LIMITS, instrumentation?.listener(listener) ?? listener, ({ entry }) => {
    const { status, type } = entry;
    metrics.inputRefused(status, type);
    requestLog?.({ transport: 'none', operation: 'none', status, type });
  });
  const { maxConnections } = settings;
  const logClosed = refusalLog(log, { maxConnections }, ['connections', 'too many connections: new ones closed']);
  limitConnections(publicServer, maxConnections, () => {
    metrics.connectionsClosed.inc();
    logClosed();
  });
  const adminServer = createHttpServer(
    CLIENT_LIMITS,
    adminListener({
      problems,
      newerMigrations: () => hosts.inUse.newerMigrations,
      hostInUse: () => hosts.numberInUse,
      scrape: scrapeAll?.(metrics.snapshot) ?? metrics.text,
    }),
  );
  for (const server of [publicServer, adminServer]) server.on('connection', () => eventLoop.connectionAccepted());
  const drainPublic = drainable(publicServer, idleGraceMs);
  const drainAdmin = drainable(adminServer, 0);

  const close = async ({ replaced = false, delayMs = 0 } = {}): Promise<Ended> => {
    draining = !replaced;
    if (delayMs > 0) await sleep(delayMs);
    refusals.releaseAll();
    const adminDrained = replaced ? drainAdmin() : undefined;
    const cutOff = await drainPublic();
    await (adminDrained ?? drainAdmin());
    eventLoop.stop();
    await stop();
    await hosts.close();
    await audit.close();
    await instrumentation?.close();
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

const limitsOf = ({ maxRequestsInFlight, maxEventLoopDelayMs, databaseConnectTimeoutMs }: Settings) => ({
  maxRequestsInFlight,
  maxEventLoopDelayMs,
  databaseConnectTimeoutMs,
});
