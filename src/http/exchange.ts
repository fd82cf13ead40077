import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ObservedRequest, TraceContext } from '../observer';

export interface Exchange extends ObservedRequest {
  /** Whether the request acquired a concurrency slot. */
  wasAdmitted: boolean;
}

const EXCHANGE = Symbol('exchange');

type WithExchange = ServerResponse & { [EXCHANGE]?: Exchange };

type ExchangeStart = Pick<Exchange, 'requestId' | 'trace' | 'began'>;

export function beginExchange(response: ServerResponse, { requestId, trace, began }: ExchangeStart): Exchange {
  return ((response as WithExchange)[EXCHANGE] = {
    requestId,
    trace,
    began,
    transport: 'none',
    operation: 'none',
    type: 'none',
    wasAdmitted: false,
  });
}

/** @throws {Error} before {@link beginExchange} */
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
  if (others !== undefined) {
    others.push(callback);
    return;
  }
  response[END_LISTENERS] = [callback];
  openOn(response.req.socket).add(response);
  response.on('close', closed);
}

/** Each connection has one listener, however many requests are pipelined on it. */
function openOn(socket: Socket): Set<TrackedResponse> {
  const known = open.get(socket);
  if (known !== undefined) return known;
  const responses = new Set<TrackedResponse>();
  open.set(socket, responses);
  socket.once('close', () => responses.forEach(end));
  return responses;
}

function end(response: TrackedResponse): void {
  if (open.get(response.req.socket)?.delete(response))
    response[END_LISTENERS]?.forEach((callback) => callback(response));
}

function closed(this: TrackedResponse): void {
  end(this);
}

/** Letters, digits, `.`, `_` and `-`, with at least one letter. No e-mail address or phone number has this form. */
const SAFE = /^(?=.*[A-Za-z])[A-Za-z0-9._-]{1,128}$/;

/** How an opaque token of Leasegate begins, and each JSON Web Token. */
const TOKEN = /leasegate_|eyJ/;

/** The shortest opaque token. */
const SHORTEST_TOKEN = 16;

/** The request id that the client sent, if it is safe to log: it has a safe form and is no token (decision 39). */
export function requestIdFrom({ headers }: IncomingMessage): string | undefined {
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
export function readTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const { version, traceId = '', spanId = '', flags = '', rest } = FORM.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (parseInt(flags, 16) & 1) === 1 };
}

export const printTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
