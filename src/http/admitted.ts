import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Request, RequestHandler, Response } from 'express';

import { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { Admission } from './admission';
import { exchangeOf } from './exchange';

/**
 * What an endpoint takes for a token. Where it is `required`, a request without a good one is refused and takes no slot; where it
 * is `optional`, the endpoint decides what a request without it may do.
 */
export type TokenUse = 'required' | 'optional' | 'none';

export type AdmittedHandler = (request: Request, response: Response, token: TokenCheck) => Promise<void>;

/** Wraps a handler that may use the database or much CPU time. */
export type Admitted = (use: TokenUse, handler: AdmittedHandler) => RequestHandler;

/** Verifies the token, then waits for a concurrency slot, runs the handler, and gives the slot back (decisions 54, 71 and 75). */
export function admittedBy(admission: Admission, checkToken: CheckToken): Admitted {
  return (use, handler) => async (request, response) => {
    const exchange = exchangeOf(response);
    try {
      admission.refuseIfLate();
      const checked = use === 'none' ? NO_TOKEN : checkToken(request, response);
      const token = checked instanceof Promise ? await checked : checked;
      // Its client may have gone meanwhile: a request whose body never ends would then hold its slot for ever.
      if (request.socket.destroyed) return;
      if (use !== 'required' || token.caller !== undefined) {
        const slot = admission.enter(response, token.caller?.subject);
        if (slot !== undefined) await slot;
        exchange.hadSlot = true;
      }
      await handler(request, response, token);
    } finally {
      admission.leave(response);
    }
  };
}

/** Refuses every other method, HEAD included. @throws {ServiceError} `method_not_allowed` */
export const allowOnly =
  (...methods: readonly string[]): RequestHandler =>
  ({ method }, response, next) => {
    if (methods.includes(method)) return next();
    response.setHeader('Allow', methods.join(', '));
    throw new ServiceError('methodNotAllowed');
  };

/** Names the kind of endpoint for logs and metrics: `web` for documents and pages. */
export const endpointOf =
  (door: 'rest' | 'graphql' | 'web'): RequestHandler =>
  (_request, response, next) => {
    exchangeOf(response).door = door;
    next();
  };

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
