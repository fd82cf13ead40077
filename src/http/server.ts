/** The whole life of a gateway: wire, listen, drain. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pino, type Logger } from 'pino';

import { NO_TRAIL, type AuditTrail } from '../audit/request-trail';
import { createAuthenticator } from '../auth/authenticate';
import type { ReplicaState } from '../db/replica';
import { GatewayFigures, type Snapshot } from '../metrics/gateway-figures';
import { localDateIn } from '../model/local-date';
import type { CountRequest } from '../rate-limit/caller-limit';
import type { Settings } from '../settings';
import { readVersion } from '../version';
import { adminListener } from './admin';
import { admission } from './admission';
import { createApp } from './app';
import { drainable } from './drain';
import { type EventLoop, watchEventLoop } from './event-loop';
import { identification } from './identification';
import { openDatabase } from './lookup-database';
import { createHttpServer } from './malformed';
import { recentProblems } from './readiness';
import { refusalLog } from './refusal-log';
import { scraping } from './scraping';
import { countingChecks } from './token-checks';
import { watching } from './watching';

/** Bytes and milliseconds that a client may take, on either door. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};

/** Milliseconds for which a connection without a request is kept at the end. */
const LINGER_MS = 1_000;

/** What a gateway takes from its surroundings; tests pass their own. */
export interface Surroundings {
  readonly now: () => Date;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  readonly newRequestId: () => string;
  readonly log: Logger;
  /** Told of every statement that ran, as text without its parameters. */
  readonly onStatement: (sql: string) => void;
  /** Has someone told how many more lines of the log are lost. */
  readonly tellLostLines: (listener: (lines: number) => void) => void;
  /** The metrics of all processes together, as text; those of this one are all unless it is given. */
  readonly scrapeAll: (snapshot: () => Promise<Snapshot>) => () => Promise<string>;
  /** Told of every replica after each look at it. */
  readonly onReplica: (state: ReplicaState) => void;
  /** Counts requests where callers have a limit; the gateway itself does unless it is given. */
  readonly countRequest: CountRequest;
  readonly eventLoop: EventLoop;
  /** Milliseconds for which a connection is kept at the end for a request that its client may have sent. */
  readonly lingerMs: number;
}

export interface Gateway {
  /** Of the public door, without a slash at its end; the base path is part of it. */
  readonly url: string;
  readonly adminUrl: string;
  /** What keeps lookups from being answered, a sentence each; asked anew every time. */
  problems(): Promise<readonly string[]>;
  /**
   * Takes no new connections, lets the requests in flight finish, and ends everything. Until they have, `/readyz` says so,
   * unless another process has taken over.
   */
  close(options?: { readonly replaced?: boolean }): Promise<Ended>;
}

export interface Ended {
  /** Requests whose answers took too long to wait for. */
  readonly cutOff: number;
}

/** Listens on both doors. An unreachable database does not keep it from starting. */
export async function startGateway(settings: Settings, surroundings: Partial<Surroundings> = {}): Promise<Gateway> {
  const {
    now = () => new Date(),
    monotonicNow = () => performance.now(),
    newRequestId = randomUUID,
    log = pino({ level: settings.logLevel }),
    onStatement,
    onReplica,
    countRequest,
    tellLostLines,
    scrapeAll,
    eventLoop = watchEventLoop(),
    lingerMs = LINGER_MS,
  } = surroundings;
  const todayIn = localDateIn(settings.businessTimeZone);
  const version = readVersion();
  const figures = new GatewayFigures(monotonicNow, version);
  tellLostLines?.((lines) => figures.linesLost.add('log', lines));
  const watch = await watching(settings, { log, monotonicNow, version });

  const trail = await auditTrailOf(settings, { now, monotonicNow, log, figures });
  const audit = watch?.trail(trail) ?? trail;
  const db = await openDatabase(settings, {
    monotonicNow,
    log,
    onStatement(sql, ms, failed) {
      figures.database.statements[failed ? 'failed' : 'ok'].add(ms / 1000);
      watch?.statement(sql, ms, failed);
      onStatement?.(sql);
    },
    onRows: (rows) => void (figures.database.rows += rows),
    events: figures.database.events,
    onReplica,
  });
  const authenticator = createAuthenticator(settings.jwt, {
    forMs: settings.authRememberMs,
    now,
    monotonicNow,
    findOpaqueToken: (sha256) => db.opaqueToken(sha256),
    onKeySetFailure(problem) {
      figures.keySetFetches.add('failed');
      log.warn({ problem }, 'key set not renewed');
    },
    onKeySetLoaded() {
      figures.keySetFetches.add('loaded');
      figures.keySetLoadedAt = monotonicNow();
    },
  });
  const lookupProblems = recentProblems(
    async () => (await Promise.all([db.problems(), authenticator.problems()])).flat(),
    monotonicNow,
  );
  const identify = await identification(countingChecks(authenticator.authenticate, figures), settings.rateLimit, {
    countRequest,
    monotonicNow,
  });
  let draining = false;
  const problems = async (): Promise<readonly string[]> => {
    if (draining) return ['the gateway is stopping'];
    if (eventLoop.recentDelay() > settings.maxEventLoopDelayMs) return ['the event loop was blocked'];
    return lookupProblems();
  };
  const { listener, stop } = await createApp({
    settings,
    db,
    problems,
    admission: admission(settings, eventLoop, refusalLog(log)),
    identify: watch?.identify(identify) ?? identify,
    today: () => todayIn(now()),
    newRequestId,
    monotonicNow,
    figures,
    currentTrace: watch?.currentTrace,
    audit,
    log,
  });

  const publicServer = createHttpServer(LIMITS, watch?.listener(listener) ?? listener, ({ entry }) =>
    figures.requests.refused(entry.status, entry.type),
  );
  const adminServer = createHttpServer(LIMITS, adminListener(problems, scraping(figures, scrapeAll)));
  for (const server of [publicServer, adminServer]) server.on('connection', () => eventLoop.tookConnection());
  const drainPublic = drainable(publicServer, lingerMs);
  const drainAdmin = drainable(adminServer, 0);

  const close = async ({ replaced = false } = {}): Promise<Ended> => {
    draining = !replaced;
    const adminDrained = replaced ? drainAdmin() : undefined;
    const cutOff = await drainPublic();
    await (adminDrained ?? drainAdmin());
    eventLoop.stop();
    await stop();
    await db.close();
    await audit.close();
    await watch?.close();
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

/** Loaded only where a trail is kept. */
async function auditTrailOf(
  { audit }: Settings,
  {
    now,
    monotonicNow,
    log,
    figures,
  }: Pick<Surroundings, 'now' | 'monotonicNow' | 'log'> & { readonly figures: GatewayFigures },
): Promise<AuditTrail> {
  if (audit === null) return NO_TRAIL;
  const [{ auditTrail }, { openDestination }] = await Promise.all([
    import('../audit/trail.ts'),
    import('../audit/destination.ts'),
  ]);
  const onFailure = (code: string) => log.error({ code }, 'audit trail not written');
  const onLost = (lines: number) => figures.linesLost.add('audit', lines);
  const destination = openDestination({ file: audit.file, monotonicNow, onFailure, onLost });
  return auditTrail({ destination, key: audit.key, now, monotonicNow });
}

async function listening(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}
