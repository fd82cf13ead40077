import type { IncomingMessage, ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import type { Caller } from '../model/caller';

/** The token of a request, which is verified before the body is read. */
export interface TokenCheck {
  /** Undefined without a good token. How much the request may cost depends on it. */
  readonly caller: Caller | undefined;
  /**
   * The caller. To be called once for each request that needs a token: it counts the check, and counts the request towards the
   * caller’s rate limit, whose headers every answer carries.
   * @throws {ServiceError} whatever authentication throws; `rate_limited`
   */
  requireCaller(): Promise<Caller>;
}

/** Verifies the token of a request, once. A token that is remembered needs no promise. */
export type CheckToken = (request: IncomingMessage, response: ServerResponse) => TokenCheck | Promise<TokenCheck>;

/** For endpoints that take no token. */
export const NO_TOKEN: TokenCheck = {
  caller: undefined,
  requireCaller: () => Promise.reject(new ServiceError('missingAuthorization')),
};
