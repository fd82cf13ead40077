import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Allows pages of these origins to read answers, and answers preflights (decision 26).
 * @param others headers that settings add to answers
 */
export function originSharing(origins: readonly string[], others: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  const share = cors({
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Apollo-Require-Preflight',
      'X-Request-Id',
      'traceparent',
      'tracestate',
    ],
    exposedHeaders: ['X-Request-Id', 'traceparent', 'Retry-After', 'WWW-Authenticate', ...others],
    maxAge: 86_400,
  });
  return (request, response, next) => {
    // Any other OPTIONS is a method that the paths do not allow.
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] === undefined) return next();
    share(request, response, next);
  };
}
