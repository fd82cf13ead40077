import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ObservedRequest } from '../observer';

export interface Exchange extends ObservedRequest {
  /** Whether the request acquired a concurrency slot. */
  wasAdmitted: boolean;
}

const EXCHANGE = Symbol('exchange');

type WithExchange = ServerResponse & { [EXCHANGE]?: Exchange };

export function beginExchange(
  response: ServerResponse,
  { requestId, trace, began }: Pick<Exchange, 'requestId' | 'trace' | 'began'>,
): Exchange {
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
