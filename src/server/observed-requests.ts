import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import {
  beginExchange,
  exchangeOf,
  onExchangeEnd,
  printTraceparent,
  readTraceparent,
  requestIdFrom,
} from '../http/exchange';
import type { ObservedRequest, Observer } from '../observer';

/** The status that nginx uses for a request whose client disconnected before the end of the answer. */
const CLIENT_DISCONNECTED = 499;

interface ObservedRequestsOptions {
  readonly observer: Observer;
  readonly newRequestId: () => string;
  readonly monotonicNow: () => number;
}

/** Begins each request, and reports its beginning and its end. */
export class ObservedRequests {
  readonly #current: AsyncLocalStorage<ObservedRequest> | undefined;

  /** @param followed whether {@link current} is needed; Node then tracks every asynchronous step of a request */
  constructor(
    private readonly options: ObservedRequestsOptions,
    followed: boolean,
  ) {
    if (followed) this.#current = new AsyncLocalStorage();
  }

  /** The request that the running code works for, if requests are followed. */
  current(): ObservedRequest | undefined {
    return this.#current?.getStore();
  }

  listener(next: RequestListener): RequestListener {
    const { observer, newRequestId, monotonicNow } = this.options;
    const ended = (response: ServerResponse): void => {
      const request = exchangeOf(response);
      const { req } = response;
      observer.requestEnded?.(request, {
        method: req.method,
        route: routeOf(req),
        status: response.writableEnded ? response.statusCode : CLIENT_DISCONNECTED,
        ms: monotonicNow() - request.began,
        bytes: bodyBytes(response),
      });
    };
    return (request, response) => {
      const requestId = requestIdFrom(request) ?? newRequestId();
      const began = monotonicNow();
      const exchange = beginExchange(response, {
        requestId,
        trace: readTraceparent(request.headers.traceparent),
        began,
      });
      observer.requestBegan?.(exchange, response);
      onExchangeEnd(response, ended);
      response.setHeader('X-Request-Id', requestId);
      if (exchange.trace !== undefined) response.setHeader('traceparent', printTraceparent(exchange.trace));
      if (this.#current === undefined) next(request, response);
      else this.#current.run(exchange, next, request, response);
    };
  }
}

type Routed = IncomingMessage & { readonly route?: { readonly path: string } };

/** The path that Express matched, without the path of `PUBLIC_URL`; `none` for an unknown one, which may contain anything. */
const routeOf = (request: Routed): string => request.route?.path ?? 'none';

/** Bytes of the body of an answer. */
const bodyBytes = (response: ServerResponse): number =>
  response.req.method === 'HEAD' ? 0 : Number(response.getHeader('content-length') ?? 0);
