import type { RequestListener } from 'node:http';

import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';

import type { Settings } from '../config/settings';
import type { Hosts } from '../db/hosts';
import { ServiceError } from '../errors';
import { graphqlEndpoint } from '../graphql/graphql-endpoint';
import type { Admission } from '../http/admission';
import { type CheckToken, admittedBy } from '../http/admitted';
import { type EarlyRefusals, ErrorResponses, errorEnvelope } from '../http/error-responses';
import { beginExchange, requestIdFrom } from '../http/exchange';
import { type TraceContext, printTraceparent, readTraceparent } from '../http/trace-context';
import { Lookups } from '../lookups/lookups';
import type { AuditTrail } from '../lookups/request-trail';
import type { LocalDate } from '../model/local-date';
import { RETIREMENT_HEADERS } from '../rest/retirement';
import { restRouter } from '../rest/router';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import { documentRouter } from './documents';
import { originSharing } from './origins';
import { webPages } from './page-endpoints';
import type { RecentProblems } from './readiness';
import { type RequestLog, requestMetrics } from './request-metrics';

export interface AppOptions {
  readonly settings: Settings;
  readonly hosts: Hosts;
  readonly problems: RecentProblems;
  readonly admission: Admission;
  readonly refusals: EarlyRefusals;
  readonly checkToken: CheckToken;
  readonly today: () => LocalDate;
  readonly newRequestId: () => string;
  readonly monotonicNow: () => number;
  readonly metrics: GatewayMetrics;
  readonly requestLog: RequestLog | undefined;
  /** The trace of the current request, if the gateway traces. Otherwise the request's own `traceparent` counts. */
  readonly currentTrace?: () => TraceContext | undefined;
  readonly audit: AuditTrail;
  readonly log: Logger;
}

/** Builds the public listener. A request passes its steps from top to bottom. */
export async function createApp(options: AppOptions): Promise<{ listener: RequestListener; stop(): Promise<void> }> {
  const { settings, log, newRequestId, monotonicNow, admission, metrics, refusals, checkToken, currentTrace } = options;
  const { basePath, corsOrigins, rest } = settings;
  const trackRequest = requestMetrics(options);
  const errors = new ErrorResponses(log, refusals);
  const shared = {
    ...options,
    basePath,
    rest,
    admitted: admittedBy(admission, checkToken),
    shareWithOrigins: originSharing(corsOrigins, optionalHeaders(settings)),
    awaitClient: admission.awaitClient,
    lookups: new Lookups(options),
    errors,
  };
  const pages = settings.explorer === 'on' ? webPages(shared) : undefined;
  const graphql = await graphqlEndpoint({
    ...settings,
    ...shared,
    explorer: pages?.explorer,
    onExecution: metrics.executed,
  });

  const routes = Router({ caseSensitive: true });
  routes.use(basePath || '/', restRouter(shared), graphql.router);
  if (pages !== undefined) routes.use(basePath || '/', pages.router);
  routes.use(basePath || '/', documentRouter({ ...shared, printSchema: graphql.printSchema }));
  routes.use(() => {
    throw new ServiceError('unknownEndpoint');
  });
  routes.use(errors.handler(errorEnvelope));

  const listener: RequestListener = (request, response) => {
    const requestId = requestIdFrom(request) ?? newRequestId();
    const trace = currentTrace?.() ?? readTraceparent(request.headers.traceparent);
    beginExchange(response, { requestId, trace, began: monotonicNow() });
    trackRequest(response);
    response.setHeader('X-Request-Id', requestId);
    if (trace !== undefined) response.setHeader('traceparent', printTraceparent(trace));
    // Answers contain personal data.
    response.setHeader('Cache-Control', 'no-store');
    // An application around this router would replace the prototypes of every request and response (docs/develop/structure.md).
    // With a target that is no URL (`http://[x/`), Express skips every middleware.
    routes(request as Request, response as Response, () =>
      errors.answer(new ServiceError('badRequest'), response, errorEnvelope),
    );
  };
  return { listener, stop: graphql.stop };
}

/** The headers that pages of other origins may read, beside those of every answer. */
const optionalHeaders = ({ rateLimit, rest }: Settings): string[] => [
  ...(rateLimit === undefined ? [] : ['RateLimit', 'RateLimit-Policy']),
  ...(Object.keys({ ...rest.deprecation, ...rest.sunset }).length === 0 ? [] : RETIREMENT_HEADERS),
];
