import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import { exchangeWatch } from './exchange';

/**
 * Returns how to admit a request by its response, to be called once for each.
 * @throws {ServiceError} `overloaded`, at once, while `limit` others are being answered
 */
export function admission(limit: number): (response: ServerResponse) => void {
  let inFlight = 0;
  const watch = exchangeWatch(() => (inFlight -= 1));
  return (response) => {
    if (inFlight >= limit) throw new ServiceError('overloaded');
    inFlight += 1;
    watch(response);
  };
}
