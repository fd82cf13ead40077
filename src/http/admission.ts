import type { RequestHandler } from 'express';

import { ServiceError } from '../errors';

/** Refuses a request at once while `limit` others are being answered. */
export function admitAtMost(limit: number): RequestHandler {
  let inFlight = 0;
  return (_request, response, next) => {
    if (inFlight >= limit) throw new ServiceError('overloaded');
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
    });
    next();
  };
}
