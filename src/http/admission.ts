import type { RequestHandler } from 'express';

import { ServiceError } from '../errors';
import { exchangeWatch } from './exchange';

/** Refuses a request at once while `limit` others are being answered. */
export function admitAtMost(limit: number): RequestHandler {
  const whenOver = exchangeWatch();
  let inFlight = 0;
  return (request, response, next) => {
    if (inFlight >= limit) throw new ServiceError('overloaded');
    inFlight += 1;
    whenOver(request, response, () => {
      inFlight -= 1;
    });
    next();
  };
}
