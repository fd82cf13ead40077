import type { RequestListener } from 'node:http';

import cors from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

import type { Settings } from '../config/settings';
import type { Hosts } from '../db/hosts';
import { errorEnvelope, ServiceError } from '../errors';
import { addGraphQLEndpoint } from '../graphql/graphql-endpoint';
import type { Admission } from '../http/admission';
import { type CheckToken, admittedBy, Router } from '../http/admitted';
import { type EarlyRefusals, ErrorResponses } from '../http/error-responses';
import { Lookups } from '../lookups/lookups';
import { localDateIn } from '../model/local-date';
import type { McpOptions } from '../mcp/mcp-endpoint';
import type { Observer } from '../observer';
import { loadOptional, openApiText, VERSION } from '../package';
import { addRestRoutes, RETIREMENT_HEADERS } from '../rest/router';
import { addDocuments } from './documents';
import { webPages } from './web-pages';
import type { RecentProblems } from './admin';

interface AppOptions {
  readonly settings: Settings;
  readonly hosts: Hosts;
  readonly problems: RecentProblems;
  readonly admission: Admission;
  readonly refusals: EarlyRefusals;
  readonly checkToken: CheckToken;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly monotonicNow: () => number;
  readonly observer: Observer;
  readonly log: Logger;
}

/** Builds the public listener. A request passes the routes in the order in which they are added here. */
export async function createApp(options: AppOptions): Promise<{ listener: RequestListener; stop(): Promise<void> }> {
  const { settings, now, observer, admission, refusals, checkToken } = options;
  const { basePath, corsOrigins, rest } = settings;
  const errors = new ErrorResponses(observer, refusals);
  const todayIn = localDateIn(settings.businessTimeZone);
  const routes = Router({ caseSensitive: true });
  const shared = {
    ...options,
    routes,
    basePath,
    rest,
    admitted: admittedBy(admission, checkToken),
    shareWithOrigins: originSharing(corsOrigins, optionalHeaders(settings)),
    awaitClient: admission.awaitClient,
    lookups: new Lookups({
      ...options,
      turnsOf: admission.turnsOf,
      today: () => todayIn(new Date(now())),
    }),
    errors,
  };
  const pages = settings.explorer === 'on' ? webPages(shared) : undefined;

  addRestRoutes(shared);
  const graphql = await addGraphQLEndpoint({ ...settings, ...shared, explorer: pages?.explorer });
  if (settings.mcp === 'on') await addMcp(shared);
  pages?.addRoutes();
  addDocuments({ ...shared, printSchema: graphql.printSchema });
  const root = basePath === '' ? routes : Router({ caseSensitive: true }).use(basePath, routes);
  root.use(() => {
    throw new ServiceError('unknownEndpoint');
  });
  root.use(errors.handler(errorEnvelope));

  const listener: RequestListener = (request, response) => {
    // Answers contain personal data.
    response.setHeader('Cache-Control', 'no-store');
    // An application of Express would replace the prototypes of each request and response, for a fifth more CPU time.
    // With a target that is no URL (`http://[x/`), Express skips every middleware.
    root(request as Request, response as Response, () =>
      errors.answer(new ServiceError('badRequest'), response, errorEnvelope),
    );
  };
  return { listener, stop: graphql.stop };
}

async function addMcp(options: Omit<McpOptions, 'version' | 'openApi'>): Promise<void> {
  const missing = 'MCP needs a package that is not installed: npm install @modelcontextprotocol/server@2';
  const { addMcpEndpoint } = await loadOptional(import('../mcp/mcp-endpoint.ts'), missing);
  addMcpEndpoint({ ...options, version: VERSION, openApi: await openApiText('') });
}

/** The headers that pages of other origins may read, beside those of every answer. */
const optionalHeaders = ({ rateLimit, rest }: Settings): string[] => [
  ...(rateLimit === undefined ? [] : ['RateLimit', 'RateLimit-Policy']),
  ...(Object.keys({ ...rest.deprecation, ...rest.sunset }).length === 0 ? [] : RETIREMENT_HEADERS),
];

/**
 * Allows pages of these origins to read answers, and answers preflights (decision 26). A page may send any header: tools for
 * tracing and errors add their own.
 * @param others headers that settings add to answers
 */
function originSharing(origins: readonly string[], others: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  const share = cors({
    origin: [...origins],
    methods: ['GET', 'POST'],
    exposedHeaders: ['X-Request-Id', 'traceparent', 'Retry-After', 'WWW-Authenticate', ...others],
    maxAge: 86_400,
  });
  return (request, response, next) => {
    // Any other OPTIONS is a method that the paths do not allow.
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] === undefined) return next();
    share(request, response, next);
  };
}
