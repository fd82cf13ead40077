import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { onExchangeEnd } from './exchange';

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
