/** The public door, read from top to bottom: what happens to a request, in order. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import express, { type Request, type Response } from 'express';
import type { Logger } from 'pino';

import type { AuditTrail } from '../telemetry/audit/request-trail';
import type { Database } from '../db/database';
import type { Endpoint } from '../http/endpoint';
import { errorAnswers, errorEnvelope } from '../http/error-responses';
import { beginExchange, exchangeOf } from '../http/exchange';
import type { Asker, Identify } from '../http/identify';
import { requestIdFrom } from '../http/request-id';
import { printTraceparent, readTraceparent, type TraceContext } from '../http/trace-context';
import { ServiceError } from '../errors';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import type { LocalDate } from '../model/local-date';
import { withPages } from './page-endpoints';
import { graphqlEndpoint } from '../graphql/graphql-endpoint';
import { restEndpoints } from '../rest/endpoints';
import type { Settings } from '../config/settings';
import type { Admission } from '../http/admission';
import { documentEndpoints } from './documents';
import type { EarlyRefusals } from '../http/early-refusals';
import { observation } from './observation';
import { originSharing } from './origins';
import type { RecentProblems } from './readiness';

export interface AppOptions {
  readonly settings: Settings;
  readonly db: Database;
  readonly problems: RecentProblems;
  readonly admission: Admission;
  readonly refusals: EarlyRefusals;
  readonly identify: Identify;
  readonly today: () => LocalDate;
  readonly newRequestId: () => string;
  readonly monotonicNow: () => number;
  readonly metrics: GatewayMetrics;
  /** The trace that a request is part of, where it is traced; otherwise it says so itself. */
  readonly currentTrace?: () => TraceContext | undefined;
  readonly audit: AuditTrail;
  readonly log: Logger;
}

/** For endpoints that take no token. */
const NOBODY: Asker = {
  caller: undefined,
  identify: () => Promise.reject(new ServiceError('missingAuthorization')),
};

export async function createApp(options: AppOptions): Promise<{ listener: RequestListener; stop(): Promise<void> }> {
  const { settings, log, newRequestId, monotonicNow, metrics, admission, refusals, identify } = options;
  const { awaitClient } = admission;
  const { basePath, corsOrigins, explorer, rateLimit } = settings;
  const { currentTrace } = options;
  const graphql = await graphqlEndpoint({ ...settings, ...options, awaitClient, onExecution: metrics.executed });
  const share = originSharing(corsOrigins, rateLimit !== undefined);
  const answerError = errorAnswers(log);
  const observe = observation({ metrics, log, monotonicNow });

  const answer = async (endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    exchangeOf(response).door = endpoint.door;
    let isEarly = true;
    try {
      if (share(request, response)) return;
      if (!endpoint.methods.includes(request.method ?? '')) {
        response.setHeader('Allow', endpoint.methods.join(', '));
        throw new ServiceError('methodNotAllowed');
      }
      if (endpoint.atAnyLoad === undefined) admission.refuseIfLate();
      const verified = endpoint.token === undefined ? NOBODY : identify(request, response);
      const asker = verified instanceof Promise ? await verified : verified;
      // Its client may have gone meanwhile: a request whose body never ends would then hold its slot for ever.
      if (request.socket.destroyed) return;
      const isRefused = endpoint.token === 'required' && asker.caller === undefined;
      if (!isRefused && endpoint.atAnyLoad === undefined) {
        const slot = admission.enter(response, asker.caller?.subject);
        if (slot !== undefined) await slot;
        isEarly = false;
      }
      await endpoint.answer(request, response, asker);
    } catch (failure) {
      if (isEarly) refusals.answer(response, () => answerError(failure, response, endpoint.errorBody));
      else answerError(failure, response, endpoint.errorBody);
    } finally {
      admission.leave(response);
    }
  };

  const app = express();
  app.disable('x-powered-by').enable('case sensitive routing');
  /** Nearly every target is written plainly and is found here at once; any other spelling of it is for Express to find. */
  const plain = new Map<string | undefined, Endpoint>();
  const readable = explorer === 'on' ? withPages(graphql.endpoint, { ...options, basePath }) : [graphql.endpoint];
  const documents = documentEndpoints({ ...options, printSchema: graphql.printSchema });
  for (const endpoint of [...restEndpoints({ ...options, awaitClient }), ...readable, ...documents]) {
    const path = basePath + endpoint.path;
    plain.set(path, endpoint).set(`${path}/`, endpoint);
    app.all(path || '/', (request, response) => answer(endpoint, request, response));
  }
  app.use(() => {
    throw new ServiceError('unknownEndpoint');
  });

  const listener: RequestListener = (request, response) => {
    const requestId = requestIdFrom(request) ?? newRequestId();
    const trace = currentTrace?.() ?? readTraceparent(request.headers.traceparent);
    beginExchange(response, { requestId, trace, began: monotonicNow() });
    observe(response);
    response.setHeader('X-Request-Id', requestId);
    if (trace !== undefined) response.setHeader('traceparent', printTraceparent(trace));
    // Answers hold personal data.
    response.setHeader('Cache-Control', 'no-store');
    const endpoint = plain.get(request.url);
    if (endpoint !== undefined) return void answer(endpoint, request, response);
    // Express leads a target that is no URL (`http://[x/`) past every handler; without this it would answer in HTML.
    app(request as Request, response as Response, (failure: unknown = new ServiceError('badRequest')) => {
      // The only failure of its own is a part of the path that cannot be decoded.
      const refusal = failure instanceof URIError ? new ServiceError('unknownEndpoint') : failure;
      refusals.answer(response, () => answerError(refusal, response, errorEnvelope));
    });
  };
  return { listener, stop: graphql.stop };
}
