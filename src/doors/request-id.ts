import type { RequestHandler, Response } from 'express';

/** Gives every request an id, which its answer carries as `X-Request-Id`. */
export function assignRequestId(newId: () => string): RequestHandler {
  return (_request, response, next) => {
    response.set('X-Request-Id', newId());
    next();
  };
}

export function requestIdOf(response: Response): string {
  return String(response.get('X-Request-Id'));
}
