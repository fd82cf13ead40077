import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { TraceContext } from './trace-context';

/** What is known of a request beside its HTTP, for whoever logs, counts or traces it: words of ours, and ids. */
export interface Exchange {
  readonly requestId: string;
  /** Of the caller's trace, or of ours. */
  readonly trace: TraceContext | undefined;
  /** Milliseconds, monotonic. */
  readonly began: number;
  /** `rest`, `graphql`, `web` for documents and pages, `none` until it is known. */
  door: string;
  /** What was looked up; `none` until it is known, and for what looks up nothing. */
  operation: string;
  /** The `type` of the error that was answered, or `none`. */
  type: string;
  /** Whether it was given a concurrency slot. */
  hadSlot: boolean;
}

const EXCHANGE = Symbol('exchange');

type Carrying = ServerResponse & { [EXCHANGE]?: Exchange };

type Begun = Pick<Exchange, 'requestId' | 'trace' | 'began'>;

export function beginExchange(response: ServerResponse, { requestId, trace, began }: Begun): Exchange {
  return ((response as Carrying)[EXCHANGE] = {
    requestId,
    trace,
    began,
    door: 'none',
    operation: 'none',
    type: 'none',
    hadSlot: false,
  });
}

/** @throws {Error} before the exchange was begun, which happens first of all */
export function exchangeOf(response: ServerResponse): Exchange {
  const exchange = (response as Carrying)[EXCHANGE];
  if (exchange === undefined) throw new Error('A response was used before its exchange began.');
  return exchange;
}

/** How a line of the log names the request. */
export const namesOf = ({ requestId, trace }: Exchange): { requestId: string; traceId?: string } =>
  trace === undefined ? { requestId } : { requestId, traceId: trace.traceId };

type Over = (response: ServerResponse) => void;
type Watched = ServerResponse & { [OVER]?: Over[] };

const OVER = Symbol('over');

/** The responses of each connection whose exchange is not over. */
const open = new WeakMap<Socket, Set<Watched>>();

/**
 * Calls back once the exchange of a response is over: the response has closed, or its connection has. A pipelined response
 * that still waits for an earlier one when the connection drops never closes.
 */
export function whenOver(response: Watched, callback: Over): void {
  const others = response[OVER];
  if (others !== undefined) {
    others.push(callback);
    return;
  }
  response[OVER] = [callback];
  openOn(response.req.socket).add(response);
  response.on('close', closed);
}

/** One listener for each connection, however many requests are pipelined on it. */
function openOn(socket: Socket): Set<Watched> {
  const known = open.get(socket);
  if (known !== undefined) return known;
  const responses = new Set<Watched>();
  open.set(socket, responses);
  socket.once('close', () => responses.forEach(end));
  return responses;
}

function end(response: Watched): void {
  if (open.get(response.req.socket)?.delete(response)) response[OVER]?.forEach((callback) => callback(response));
}

function closed(this: Watched): void {
  end(this);
}

/** Letters, digits, `.`, `_` and `-`, at least one a letter: neither an e-mail address nor a phone number is of this form. */
const SAFE = /^(?=.*[A-Za-z])[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id of a request where it gives one that may stand in a log (decision 67). */
export function requestIdFrom({ headers }: IncomingMessage): string | undefined {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SAFE.test(given) ? given : undefined;
}

export const requestIdOf = (response: ServerResponse): string => exchangeOf(response).requestId;
