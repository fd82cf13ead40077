/** What every endpoint begins with: the router, the method, the token and the slot. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';

import type { Request, RequestHandler, Response, Router as ExpressRouter } from 'express';

import { ServiceError, TokenError } from '../errors';
import type { Caller } from '../model/caller';
import type { Observer, Verdict } from '../observer';
import type { Admission } from './admission';
import { exchangeOf } from './exchange';
import type { AwaitClient } from './bodies';

export type Router = ExpressRouter;
/** That of Express, without the hundred modules around it, which take a tenth of the CPU time of a start. */
export const Router = createRequire(require.resolve('express'))('router') as typeof ExpressRouter;

/**
 * How an endpoint uses a token. With `required`, a request without a valid token is refused and acquires no slot. With
 * `optional`, the endpoint decides what a request without a valid token may do.
 */
type TokenUse = 'required' | 'optional' | 'none';

export type AdmittedHandler = (request: Request, response: Response, token: TokenCheck) => Promise<void>;

/** Wraps a handler that may use the database or much CPU time. */
type Admitted = (use: TokenUse, handler: AdmittedHandler) => RequestHandler;

/** What the endpoints share. */
export interface EndpointOptions {
  /** To which each endpoint adds its own: a router for each would take a request another turn of the event loop. */
  readonly routes: Router;
  readonly admitted: Admitted;
  readonly shareWithOrigins: RequestHandler;
  readonly awaitClient: AwaitClient;
}

/** Verifies the token, waits for a concurrency slot, runs the handler, and releases the slot (decisions 54, 41 and 42). */
export function admittedBy(admission: Admission, checkToken: CheckToken): Admitted {
  return (use, handler) => async (request, response) => {
    const exchange = exchangeOf(response);
    try {
      admission.refuseIfOverloaded();
      const checked = use === 'none' ? NO_TOKEN : checkToken(request, response);
      const token = checked instanceof Promise ? await checked : checked;
      // The client may have disconnected meanwhile. Its body would never end, and the slot would never be released.
      if (request.socket.destroyed) return;
      if (use !== 'required' || token.caller !== undefined) {
        const slot = admission.acquire(response, token.caller?.subject);
        if (slot !== undefined) await slot;
        exchange.wasAdmitted = true;
      }
      await handler(request, response, token);
    } finally {
      admission.release(response);
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

/** Sets the transport of a request for logs and metrics: `web` for documents and pages. */
export const markTransport =
  (transport: 'rest' | 'graphql' | 'mcp' | 'web'): RequestHandler =>
  (_request, response, next) => {
    exchangeOf(response).transport = transport;
    next();
  };

/** The result of verifying a token, which happens before the body is read. */
export interface TokenCheck {
  /** Undefined without a valid token. The limits of a request depend on it. */
  readonly caller: Caller | undefined;
  /**
   * Returns the caller, counts the check, and counts the request towards the rate limit of the caller, whose headers every
   * answer carries. Call it once for each request that needs a token.
   * @throws {ServiceError} the errors of authentication; `rate_limited`
   */
  requireCaller(): Promise<Caller>;
}

/** Verifies the token of a request once. For a cached token it returns no promise. */
export type CheckToken = (request: IncomingMessage, response: ServerResponse) => TokenCheck | Promise<TokenCheck>;

/** For endpoints that take no token. */
export const NO_TOKEN: TokenCheck = {
  caller: undefined,
  requireCaller: () => Promise.reject(new ServiceError('missingAuthorization')),
};

/**
 * Checks the token, then the rate limit of the caller.
 * @param limit counts a request of a caller; absent without a rate limit
 */
export function tokenChecks(
  authenticate: (authorization: string | undefined) => Caller | Promise<Caller>,
  limit: ((caller: Caller, response: ServerResponse) => void) | undefined,
  { monotonicNow, observer }: { readonly monotonicNow: () => number; readonly observer: Observer },
): CheckToken {
  return (request, response) => {
    const exchange = exchangeOf(response);
    const began = monotonicNow();
    const checked = (caller: Caller | undefined, refusal?: unknown): TokenCheck => {
      observer.tokenVerified?.(exchange, monotonicNow() - began, refusal);
      return {
        caller,
        async requireCaller() {
          observer.tokenChecked?.(caller === undefined ? verdictOf(refusal) : 'good');
          if (refusal instanceof TokenError) exchange.tokenFault = refusal.fault;
          if (caller === undefined) throw refusal;
          limit?.(caller, response);
          return caller;
        },
      };
    };
    const refused = (refusal: unknown) => checked(undefined, refusal);
    try {
      const caller = authenticate(request.headers.authorization);
      return caller instanceof Promise ? caller.then((verified) => checked(verified), refused) : checked(caller);
    } catch (refusal) {
      return refused(refusal);
    }
  };
}

const verdictOf = (refusal: unknown): Verdict => (refusal instanceof TokenError ? refusal.fault : 'unavailable');
