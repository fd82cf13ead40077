/** Starts a gateway and stops it again. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Logger, pino } from 'pino';

import { createAuthenticator } from '../auth/authenticate';
import type { SecretFiles } from '../config/renewal';
import type { DatabaseAddress } from '../config/setting-values';
import type { Settings } from '../config/settings';
import { connect } from '../db/connect';
import { Database } from '../db/database';
import { CHECK_CONNECTION, Hosts } from '../db/hosts';
import { RetryBudget } from '../db/pool/connection';
import { databaseProblemAt } from '../db/pool/failures';
import { BUDGETS } from '../db/search/ladder';
import { Admission, EventLoop } from '../http/admission';
import { tokenChecks } from '../http/admitted';
import { EarlyRefusals } from '../http/error-responses';
import { ObservedRequests, oneAtATime } from '../http/exchange';
import { CLIENT_LIMITS, createHttpServer, limitConnections } from '../http/http-server';
import { type Observer, together } from '../observer';
import { loadOptional, VERSION } from '../package';
import { gatewayLog } from '../telemetry/gateway-log';
import { gatewayMetrics } from '../telemetry/metrics';
import { adminListener, recentProblems } from './admin';
import { createApp } from './app';
import { drainable } from './drain';

/** The dependencies of a gateway, each with a default. Tests pass their own. */
export interface Dependencies {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  readonly newRequestId: () => string;
  readonly log: Logger;
  /** Observes the gateway beside its log, metrics, traces and audit trail. */
  readonly observer: Observer;
  /** Registers a listener that receives the number of further log lines that were lost. */
  readonly onLinesLost: (listener: (lines: number) => void) => void;
  readonly eventLoop: Pick<EventLoop, keyof EventLoop>;
  /** At shutdown, idle connections stay open for this many milliseconds, because their clients may have sent a request already. */
  readonly idleGraceMs: number;
  /** Rows for each rung of a search. Tests set them low, so that searches in small databases take every rung. */
  readonly searchBudgets: readonly number[];
  /** What renews the secrets of the settings. */
  readonly secrets: SecretFiles;
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
    now = Date.now,
    monotonicNow = performance.now.bind(performance),
    newRequestId = randomUUID,
    log = pino({ level: settings.logLevel }),
    observer: further = {},
    onLinesLost,
    eventLoop = new EventLoop(monotonicNow),
    idleGraceMs = 1_000,
    searchBudgets = BUDGETS,
    secrets,
  }: Partial<Dependencies> = {},
): Promise<Gateway> {
  const metrics = gatewayMetrics(monotonicNow, VERSION);
  const { observer, followsRequests, ...observers } = await openObservers(settings, {
    ...{ now, monotonicNow, log, version: VERSION },
    others: [metrics.observer, further],
  });
  secrets?.watch((problems) => observer.secretsRead?.(problems));
  onLinesLost?.((lines) => observer.linesLost?.('log', lines));
  const requests = new ObservedRequests(observer, newRequestId, monotonicNow, followsRequests);

  const hosts = openDatabase(settings, { monotonicNow, searchBudgets, observer: requests.ofStatements });
  const authenticator = createAuthenticator(settings.jwt, {
    ...{ ttlMs: settings.authRememberMs, now, monotonicNow, observer },
    hostInUse: () => hosts.numberInUse,
    findOpaqueToken: (sha256) => hosts.opaqueToken(sha256),
  });
  const problemsNow = async (describe?: (failure: unknown) => string) =>
    (await Promise.all([hosts.inUse.problems(describe), authenticator.problems()])).flat();
  const lookupProblems = recentProblems(() => problemsNow(), monotonicNow);
  const problemsForLog = () => problemsNow(databaseProblemAt);
  const limit = settings.rateLimit && (await loadRateLimit(settings.rateLimit, monotonicNow));
  const checkToken = tokenChecks(authenticator.authenticate, limit, { monotonicNow, observer });
  let draining = false;
  const problems = async (): Promise<readonly string[]> => {
    if (draining) return ['the gateway is stopping'];
    if (eventLoop.recentDelay() > settings.maxEventLoopDelayMs) return ['the event loop was blocked'];
    return lookupProblems();
  };
  const connections = settings.databasePoolSize;
  const admission = new Admission({ ...settings, connections, eventLoop, monotonicNow, observer });
  const refusals = new EarlyRefusals(admission.isBusy, monotonicNow);
  const { listener, stop } = await createApp({
    ...{ settings, hosts, problems, refusals, checkToken, now, monotonicNow, observer, log, admission },
  });

  const publicServer = createHttpServer(CLIENT_LIMITS, requests.listener(oneAtATime(listener)), observer);
  limitConnections(publicServer, settings.maxConnections, observer);
  const adminServer = createHttpServer(
    CLIENT_LIMITS,
    adminListener({ problems, newerMigrations: () => hosts.inUse.newerMigrations, hosts, scrape: metrics.text }),
  );
  const drainPublic = drainable(publicServer, idleGraceMs);
  const drainAdmin = drainable(adminServer, 0);

  const close: Gateway['close'] = async ({ delayMs = 0 } = {}) => {
    draining = true;
    secrets?.stop();
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

/** The code for rate limits is loaded only if there is one. */
async function loadRateLimit(rateLimit: NonNullable<Settings['rateLimit']>, monotonicNow: () => number) {
  const { callerLimit, requestWindows } = await import('../rate-limit/caller-limit.ts');
  return callerLimit(rateLimit, requestWindows(rateLimit, monotonicNow));
}

/** Opens every host of the database for lookups. */
function openDatabase(
  settings: Settings,
  { monotonicNow, searchBudgets, observer }: Pick<Dependencies, 'monotonicNow' | 'searchBudgets' | 'observer'>,
): Hosts {
  const { databaseHosts, databaseMaxLagMs: maxLagMs, authRememberMs: scopesForMs } = settings;
  const open = (address: DatabaseAddress) => {
    const lookups = connect(address, {
      poolSize: settings.databasePoolSize,
      connectTimeoutMs: settings.databaseConnectTimeoutMs,
      statementTimeoutMs: settings.statementTimeoutMs,
      maxAgeMs: settings.databaseConnectionMaxAgeMs,
      retries: new RetryBudget(),
      observer,
    });
    const { statementEnded } = observer;
    const checks = connect(address, { ...CHECK_CONNECTION, ...(statementEnded && { observer: { statementEnded } }) });
    const sessions = connect(address, { ...CHECK_CONNECTION, maxAgeMs: 0 });
    return { database: new Database(lookups, monotonicNow, { scopesForMs, searchBudgets }), checks, sessions };
  };
  return new Hosts(databaseHosts.map(open), { maxLagMs, now: monotonicNow, observer });
}

/** What the system reports when a port cannot be listened on. */
const REPORTS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not use the port',
  EADDRINUSE: 'another program uses the port',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
};

/**
 * Returns the URL, with the port that was taken for 0.
 * @param names the settings of host and port
 * @throws {Error} that names them, what was tried and what the system reports
 */
export async function listening(server: Server, host: string, port: number, names: string): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? '';
    const report = REPORTS[code] ?? 'the system refuses it';
    throw new Error(`cannot listen on ${host}:${port}, from ${names}: ${report} (${code})`, { cause: failure });
  }
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}

/** The packages that traces need, in the versions of `peerDependencies`. */
const PACKAGES = ['api@1.9', 'exporter-trace-otlp-proto@0.223', 'resources@2', 'sdk-trace-base@2'].map(
  (name) => `@opentelemetry/${name}`,
);

interface ObserverOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly version: string;
  /** Further observers, such as the metrics. */
  readonly others: readonly Observer[];
}

interface Observers {
  readonly observer: Observer;
  /** Whether an observer needs to know the request of a statement, which costs CPU time. */
  readonly followsRequests: boolean;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** @throws {Error} when a package is missing or the audit trail cannot be opened */
export async function openObservers(settings: Settings, options: ObserverOptions): Promise<Observers> {
  const { audit, tracesUrl } = settings;
  const { now, monotonicNow, log, version, others } = options;
  const always = [...others, gatewayLog(log, settings.accessLog, settings)];
  const failures = together(always);
  const followers: Observer[] = [];
  const closing: (() => Promise<void>)[] = [];

  if (audit !== null) {
    const { auditTrail, openDestination } = await import('../telemetry/audit-trail.ts');
    const { stream, close } = openDestination({ file: audit.file, monotonicNow, observer: failures });
    always.push(auditTrail({ stream, key: audit.key, now }));
    closing.push(close);
  }
  if (tracesUrl !== undefined) {
    const missing = `OTEL_EXPORTER_OTLP_… turns traces on, and they need: npm install ${PACKAGES.join(' ')}`;
    const { exportedSpans, tracing } = await loadOptional(import('../telemetry/spans.ts'), missing);
    const { tracer, close } = exportedSpans({ url: tracesUrl.reveal(), version, observer: failures });
    followers.push(tracing(tracer, settings));
    closing.push(close);
  }
  return {
    // Traces first, because the lines of the log have the trace of the request.
    observer: together([...followers, ...always]),
    followsRequests: followers.length > 0,
    close: async () => void (await Promise.all(closing.map((close) => close()))),
  };
}
