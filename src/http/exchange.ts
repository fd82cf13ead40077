/** A request from its head to the end of its answer: its id and trace, its turn on the connection, and the reports of both ends. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ObservedRequest, Observer, TraceContext } from '../observer';

export interface Exchange extends ObservedRequest {
  /** Whether the request acquired a concurrency slot. */
  wasAdmitted: boolean;
}

const EXCHANGE = Symbol('exchange');

type WithExchange = ServerResponse & { [EXCHANGE]?: Exchange };

/** @throws {Error} before {@link ObservedRequests.listener} has begun it */
export function exchangeOf(response: ServerResponse): Exchange {
  const exchange = (response as WithExchange)[EXCHANGE];
  if (exchange === undefined) throw new Error('A response was used before its exchange began.');
  return exchange;
}

type EndListener = (response: ServerResponse) => void;
type TrackedResponse = ServerResponse & { [END_LISTENERS]?: EndListener[] };

const END_LISTENERS = Symbol('end listeners');

/** The responses of each connection whose exchange has not ended. */
const open = new WeakMap<Socket, Set<TrackedResponse>>();

/**
 * Calls back when the exchange ends: the response has closed, or its connection has. A pipelined response never closes if the
 * connection drops while it waits for an earlier response.
 */
export function onExchangeEnd(response: TrackedResponse, callback: EndListener): void {
  const others = response[END_LISTENERS];
  if (others !== undefined) return void others.push(callback);
  response[END_LISTENERS] = [callback];
  openOn(response.req.socket).add(response);
  response.on('close', closed);
}

/** Each connection has one listener, however many requests are pipelined on it. */
function openOn(socket: Socket): Set<TrackedResponse> {
  let responses = open.get(socket);
  if (responses !== undefined) return responses;
  responses = new Set();
  open.set(socket, responses);
  socket.once('close', () => open.get(socket)?.forEach(end));
  return responses;
}

function end(response: TrackedResponse): void {
  if (open.get(response.req.socket)?.delete(response))
    response[END_LISTENERS]?.forEach((callback) => callback(response));
}

function closed(this: TrackedResponse): void {
  end(this);
}

/** The status that nginx uses for a request whose client disconnected before the end of the answer. */
const CLIENT_DISCONNECTED = 499;

/** Begins each request, and reports its beginning and its end. */
export class ObservedRequests {
  /** The observer of statements. It learns their requests as well, if these are followed. */
  readonly ofStatements: Observer;
  readonly #current: AsyncLocalStorage<ObservedRequest> | undefined;

  /** @param followed whether statements are reported with their requests; Node then tracks every asynchronous step of a request */
  constructor(
    private readonly observer: Observer,
    private readonly newRequestId: () => string,
    private readonly monotonicNow: () => number,
    followed: boolean,
  ) {
    this.ofStatements = observer;
    if (!followed) return;
    const current = (this.#current = new AsyncLocalStorage());
    this.ofStatements = {
      ...observer,
      statementEnded: (statement) => observer.statementEnded?.(statement, current.getStore()),
    };
  }

  listener(next: RequestListener): RequestListener {
    return (request, response) => {
      const exchange: Exchange = {
        requestId: requestIdFrom(request) ?? this.newRequestId(),
        began: this.monotonicNow(),
        trace: readTraceparent(request.headers.traceparent),
        transport: 'none',
        operation: 'none',
        type: 'none',
        wasAdmitted: false,
      };
      (response as WithExchange)[EXCHANGE] = exchange;
      this.observer.requestBegan?.(exchange, response);
      onExchangeEnd(response, this.#ended);
      response.setHeader('X-Request-Id', exchange.requestId);
      if (exchange.trace !== undefined) response.setHeader('traceparent', printTraceparent(exchange.trace));
      if (this.#current === undefined) next(request, response);
      else this.#current.run(exchange, next, request, response);
    };
  }

  readonly #ended = (response: ServerResponse): void => {
    const request = exchangeOf(response);
    const { method, route }: Routed = response.req;
    this.observer.requestEnded?.(request, {
      method,
      // The path that Express matched, without the path of `PUBLIC_URL`. An unknown path may contain anything.
      route: route?.path ?? 'none',
      status: response.writableEnded ? response.statusCode : CLIENT_DISCONNECTED,
      ms: this.monotonicNow() - request.began,
      bytes: method === 'HEAD' ? 0 : Number(response.getHeader('content-length') ?? 0),
    });
  };
}

type Routed = IncomingMessage & { readonly route?: { readonly path: string } };

/** Letters, digits, `.`, `_` and `-`, with at least one letter. No e-mail address or phone number has this form. */
const SAFE = /^(?=.*[A-Za-z])[A-Za-z0-9._-]{1,128}$/;

/** How an opaque token of Leasegate begins, and each JSON Web Token. */
const TOKEN = /leasegate_|eyJ/;

/** The shortest opaque token. */
const SHORTEST_TOKEN = 16;

/** The request id that the client sent, if it is safe to log: it has a safe form and is no token (decision 39). */
function requestIdFrom({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  if (typeof id !== 'string' || !SAFE.test(id) || TOKEN.test(id)) return undefined;
  return id.length >= SHORTEST_TOKEN && headers.authorization?.includes(id) ? undefined : id;
}

const FORM =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/**
 * Reads a `traceparent`. Of an unknown version it reads the fields of version 00 and ignores the rest. Several headers, which
 * Node joins with a comma, count as none.
 */
export function readTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const { version, traceId = '', spanId = '', flags = '', rest } = FORM.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (parseInt(flags, 16) & 1) === 1 };
}

const printTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** Requests that a client may send ahead on one connection. Each takes memory before its token is known. */
const MOST_AHEAD = 50;

/**
 * Serves a connection one request at a time, as its answers keep the order of its requests anyway. Otherwise one read of a
 * connection could begin hundreds of requests in one turn of the event loop, before anybody else’s.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  /** The requests of each connection that wait for the answer before theirs. */
  const ahead = new WeakMap<Socket, (() => void)[]>();

  const next = ({ req: { socket } }: ServerResponse): void => {
    const waiting = ahead.get(socket);
    if (waiting === undefined || socket.destroyed) return;
    const begin = waiting.shift();
    if (begin === undefined) ahead.delete(socket);
    else setImmediate(begin);
    // The last request may still be arriving.
    if (waiting.length === 0 && begin !== undefined) socket.resume();
  };
  return (request, response) => {
    const { socket } = request;
    const waiting = ahead.get(socket);
    onExchangeEnd(response, next);
    if (waiting === undefined) {
      ahead.set(socket, []);
      listener(request, response);
    } else if (waiting.length < MOST_AHEAD) {
      waiting.push(() => socket.destroyed || listener(request, response));
      socket.pause();
    } else socket.destroy();
  };
}
