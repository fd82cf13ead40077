import type { RequestListener, Server } from 'node:http';

import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';

import { type Authenticate, createAuthenticator } from '../auth/authenticate';
import type { Settings } from '../config/settings';
import { ServiceError } from '../errors';
import { admission } from '../http/admission';
import { admittedBy } from '../http/admitted';
import { errorEnvelope, ErrorResponses } from '../http/error-responses';
import { beginExchange } from '../http/exchange';
import { createHttpServer } from '../http/http-server';
import { Lookups } from '../lookups/lookups';
import { NO_TRAIL } from '../lookups/request-trail';
import type { LocalDate } from '../model/local-date';
import { restRouter } from '../rest/router';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import { openDatabase } from './lookup-database';
import { tokenChecks } from './token-check';

export interface OwnSideOptions {
  /** How many requests it answers at the same time. */
  readonly atOnce: number;
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly today: () => LocalDate;
  readonly metrics: Pick<GatewayMetrics, 'statementEnded' | 'rowsRead' | 'poolEvents'>;
  readonly log: Logger;
}

export interface OwnSide {
  /** Answers the REST operations exactly like the public listener. It need not listen. */
  readonly server: Server;
  readonly authenticate: Authenticate;
  close(): Promise<void>;
}

/**
 * A second set of what answers REST requests, for comparisons: its own connections, slots and cached tokens. It takes none of
 * them from requests that callers wait for. Its lookups are not audited, because nobody receives their records.
 */
export async function openOwnSide(settings: Settings, options: OwnSideOptions): Promise<OwnSide> {
  const { atOnce, now, monotonicNow, today, metrics } = options;
  const silent = options.log.child({}, { level: 'silent' });
  const hosts = openDatabase(
    { ...settings, databasePoolSize: atOnce },
    {
      monotonicNow,
      log: silent,
      onStatement: (_sql, ms, failed) => metrics.statementEnded(ms, failed),
      onRows: metrics.rowsRead,
      events: metrics.poolEvents,
    },
  );
  const { authenticate } = createAuthenticator(settings.jwt, {
    ttlMs: settings.authRememberMs,
    now,
    monotonicNow,
    hostInUse: () => hosts.numberInUse,
    findOpaqueToken: (sha256) => hosts.opaqueToken(sha256),
    onKeySetFailure: () => undefined,
  });
  const admitting = admission({
    ...settings,
    maxRequestsInFlight: atOnce,
    connections: atOnce,
    // No client waits, so a late answer is acceptable.
    eventLoop: { delay: () => 0 },
    monotonicNow,
    onRefused: () => undefined,
  });
  const checkToken = await tokenChecks(authenticate, undefined, { monotonicNow, tokenChecked: () => undefined });
  const errors = new ErrorResponses(options.log.child({ comparison: true }), {
    answer: (_response, send) => send(),
    releaseAll: () => undefined,
  });

  const routes = Router({ caseSensitive: true });
  routes.use(
    restRouter({
      lookups: new Lookups({ hosts, audit: NO_TRAIL, today }),
      admitted: admittedBy(admitting, checkToken),
      shareWithOrigins: (_request, _response, next) => next(),
      awaitClient: admitting.awaitClient,
      rest: settings.rest,
      onIgnoredFields: () => undefined,
    }),
    errors.handler(errorEnvelope),
  );
  const listener: RequestListener = (request, response) => {
    const requestId = String(request.headers['x-request-id']);
    beginExchange(response, { requestId, trace: undefined, began: monotonicNow() });
    routes(request as Request, response as Response, () =>
      errors.answer(new ServiceError('badRequest'), response, errorEnvelope),
    );
  };
  return { server: createHttpServer({}, listener), authenticate, close: () => hosts.close() };
}
