import type { IncomingMessage, ServerResponse } from 'node:http';

import cors from 'cors';

/**
 * Returns how to let pages of these origins read an answer (decision 26).
 * @param limited whether answers tell callers of their limit
 * @returns true for a preflight, which is answered with that
 */
export function originSharing(
  origins: readonly string[],
  limited: boolean,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (origins.length === 0) return () => false;
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
    exposedHeaders: [
      'X-Request-Id',
      'traceparent',
      'Retry-After',
      'WWW-Authenticate',
      ...(limited ? ['RateLimit', 'RateLimit-Policy'] : []),
    ],
    maxAge: 86_400,
  });
  return (request, response) => {
    // Any other OPTIONS is a method that the paths do not take.
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] === undefined) return false;
    let goesOn = false;
    share(request, response, () => (goesOn = true));
    return !goesOn;
  };
}
