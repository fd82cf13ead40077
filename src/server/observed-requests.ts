import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { beginExchange, exchangeOf, onExchangeEnd } from '../http/exchange';
import type { ObservedRequest, Observer, TraceContext } from '../observer';

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
      const trace = readTraceparent(request.headers.traceparent);
      const exchange = beginExchange(response, { requestId, trace, began });
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

/** Letters, digits, `.`, `_` and `-`, with at least one letter. No e-mail address or phone number has this form. */
const SAFE = /^(?=.*[A-Za-z])[A-Za-z0-9._-]{1,128}$/;

/** How an opaque token of Leasegate begins, and each JSON Web Token. */
const TOKEN = /leasegate_|eyJ/;

/** The shortest opaque token. */
const SHORTEST_TOKEN = 16;

/** The request id that the client sent, if it is safe to log: it has a safe form and is no token (decision 39). */
function requestIdFrom({ headers }: IncomingMessage): string | undefined {
  const given = headers['x-request-id'];
  if (typeof given !== 'string' || !SAFE.test(given) || TOKEN.test(given)) return undefined;
  return given.length >= SHORTEST_TOKEN && headers.authorization?.includes(given) ? undefined : given;
}

const FORM =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/**
 * Reads a `traceparent`. Of an unknown version it reads the fields of version 00 and ignores the rest. Several headers, which
 * Node joins with a comma, count as none.
 */
function readTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const { version, traceId = '', spanId = '', flags = '', rest } = FORM.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (parseInt(flags, 16) & 1) === 1 };
}

const printTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
