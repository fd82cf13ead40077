/** Starts a gateway and stops it again. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Settings } from '../config/settings';
import { admission } from '../http/admission';
import { earlyRefusals } from '../http/error-responses';
import { refusalLog } from '../http/failure-log';
import { createHttpServer } from '../http/http-server';
import { localDateIn } from '../model/local-date';
import { readVersion } from '../package';
import { gatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import { adminListener } from './admin';
import { createApp } from './app';
import { type Dependencies, dependenciesOf } from './dependencies';
import { drainable } from './drain';
import { openAuditTrail, openInstrumentation } from './instrumentation';
import { openDatabase } from './lookup-database';
import { recentProblems } from './readiness';
import { tokenChecks, instrumentedAuthenticator } from './token-check';

export type { Dependencies } from './dependencies';

/** Limits for a client of either listener, in bytes and milliseconds. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};

export interface Gateway {
  /** The URL of the public listener, with the base path and without a slash at its end. */
  readonly url: string;
  readonly adminUrl: string;
  /** The problems that make lookups unavailable, a sentence each. */
  problems(): Promise<readonly string[]>;
  /**
   * Accepts no new connections, lets the requests in flight finish, and stops the gateway. Meanwhile `/readyz` reports that it is
   * stopping, unless another process has replaced this one.
   */
  close(options?: { readonly replaced?: boolean }): Promise<Ended>;
}

export interface Ended {
  /** Requests that were cut off because their answers took too long. */
  readonly cutOff: number;
}

/** Starts both listeners. It starts even if the database is unreachable. */
export async function startGateway(settings: Settings, dependencies: Partial<Dependencies> = {}): Promise<Gateway> {
  const { onStatement, onReplica, countRequest, onLinesLost, scrapeAll, ...given } = dependenciesOf(
    dependencies,
    settings.logLevel,
  );
  const { now, monotonicNow, newRequestId, log, eventLoop, idleGraceMs } = given;
  const todayIn = localDateIn(settings.businessTimeZone);
  const version = readVersion();
  const metrics = gatewayMetrics(monotonicNow, version);
  onLinesLost?.((lines) => metrics.linesLost('log', lines));
  const instrumentation = await openInstrumentation(settings, { log, monotonicNow, version });

  const trail = await openAuditTrail(settings.audit, { now, monotonicNow, log, metrics });
  const audit = instrumentation?.trail(trail) ?? trail;
  const db = await openDatabase(settings, {
    monotonicNow,
    log,
    onStatement(sql, ms, failed) {
      metrics.statementEnded(ms, failed);
      instrumentation?.statement(sql, ms, failed);
      onStatement?.(sql);
    },
    onRows: metrics.rowsRead,
    events: metrics.poolEvents,
    onReplica(state) {
      metrics.replicaChecked(state);
      onReplica?.(state);
    },
  });
  const authenticator = instrumentedAuthenticator(settings, { db, now, monotonicNow, log, metrics });
  const lookupProblems = recentProblems(
    async () => (await Promise.all([db.problems(), authenticator.problems()])).flat(),
    monotonicNow,
  );
  const authenticate = instrumentation?.authenticate(authenticator.authenticate) ?? authenticator.authenticate;
  const checkToken = await tokenChecks(authenticate, settings.rateLimit, {
    countRequest,
    monotonicNow,
    tokenChecked: metrics.tokenChecked,
  });
  let draining = false;
  const problems = async (): Promise<readonly string[]> => {
    if (draining) return ['the gateway is stopping'];
    if (eventLoop.recentDelay() > settings.maxEventLoopDelayMs) return ['the event loop was blocked'];
    return lookupProblems();
  };
  const admitting = admission({
    ...settings,
    connections: connectionsOf(settings),
    eventLoop,
    monotonicNow,
    onRefused: refusalLog(log),
    onWaiting: (more) => metrics.requestsWaiting.inc(more),
  });
  const refusals = earlyRefusals(admitting.isBusy, monotonicNow);
  const { listener, stop } = await createApp({
    settings,
    db,
    problems,
    admission: admitting,
    refusals,
    checkToken,
    today: () => todayIn(now()),
    newRequestId,
    monotonicNow,
    metrics,
    currentTrace: instrumentation?.currentTrace,
    audit,
    log,
  });

  const publicServer = createHttpServer(LIMITS, instrumentation?.listener(listener) ?? listener, ({ entry }) =>
    metrics.inputRefused(entry.status, entry.type),
  );
  const adminServer = createHttpServer(LIMITS, adminListener(problems, scrapeAll?.(metrics.snapshot) ?? metrics.text));
  for (const server of [publicServer, adminServer]) server.on('connection', () => eventLoop.connectionAccepted());
  const drainPublic = drainable(publicServer, idleGraceMs);
  const drainAdmin = drainable(adminServer, 0);

  const close = async ({ replaced = false } = {}): Promise<Ended> => {
    draining = !replaced;
    refusals.releaseAll();
    const adminDrained = replaced ? drainAdmin() : undefined;
    const cutOff = await drainPublic();
    await (adminDrained ?? drainAdmin());
    eventLoop.stop();
    await stop();
    await db.close();
    await audit.close();
    await instrumentation?.close();
    return { cutOff };
  };
  try {
    eventLoop.start();
    const url = await listening(publicServer, settings.host, settings.port);
    const adminUrl = await listening(adminServer, settings.adminHost, settings.adminPort);
    return { url: `${url}${settings.basePath}`, adminUrl, problems: lookupProblems, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const connectionsOf = ({ databasePoolSize, databaseReplicas }: Settings): number =>
  databasePoolSize * (1 + databaseReplicas.length);

async function listening(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}
