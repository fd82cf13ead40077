/** The public door, read from top to bottom: what happens to a request, in order. */

import type { RequestListener } from 'node:http';

import cors from 'cors';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';

import type { Authenticate } from '../auth/authenticate';
import type { Database } from '../db/database';
import { errorEnvelope, errorHandler, unknownEndpoint } from '../doors/error-responses';
import { setRequestId } from '../doors/request-id';
import { ServiceError } from '../errors';
import type { LocalDate } from '../model/local-date';
import { errorList } from '../resolvers/errors';
import { graphqlRouter } from '../resolvers/graphql-router';
import { restRouter } from '../rest/router';
import type { Settings } from '../settings';
import { admitAtMost } from './admission';

export interface AppOptions {
  readonly settings: Settings;
  readonly db: Database;
  readonly authenticate: Authenticate;
  readonly today: () => LocalDate;
  readonly newRequestId: () => string;
  readonly log: Logger;
}

export async function createApp(options: AppOptions): Promise<{ listener: RequestListener; stop(): Promise<void> }> {
  const { settings, log, newRequestId } = options;
  const { introspection, graphqlCompile } = settings;
  const graphql = await graphqlRouter({ ...options, introspection, graphqlCompile });

  const paths = Router({ caseSensitive: true });
  if (settings.corsOrigins.length > 0) paths.use(['/leases', '/graphql'], allowOrigins(settings.corsOrigins));
  paths.use(admitAtMost(settings.maxRequestsInFlight));
  paths.use(restRouter(options));
  paths.use(graphql.router);
  paths.use('/graphql', errorHandler(log, errorList));

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  const answerError = errorHandler(log, errorEnvelope);
  app.use(settings.basePath || '/', paths);
  app.use(unknownEndpoint);
  app.use(answerError);

  const listener: RequestListener = (incoming, outgoing) => {
    const [request, response] = [incoming as Request, outgoing as Response];
    setRequestId(response, newRequestId());
    // Answers hold personal data.
    response.setHeader('Cache-Control', 'no-store');
    // Express leads a target that is no URL (`http://[x/`) past every handler; without this it would answer in HTML.
    app(request, response, (failure?: unknown) => {
      if (response.headersSent) request.socket.destroy();
      else answerError(failure ?? new ServiceError('badRequest'), request, response, () => undefined);
    });
  };
  return { listener, stop: graphql.stop };
}

function allowOrigins(origins: readonly string[]): RequestHandler {
  const share = cors({
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Apollo-Require-Preflight'],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'WWW-Authenticate'],
    maxAge: 86_400,
  });
  // Any other OPTIONS is a method that the paths do not take (decision 26).
  return (request, response, next) => {
    const preflight = request.headers['access-control-request-method'] !== undefined;
    if (request.method === 'OPTIONS' && !preflight) next();
    else share(request, response, next);
  };
}
