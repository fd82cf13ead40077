import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type WhenOver = (request: IncomingMessage, response: ServerResponse, over: () => void) => void;

/**
 * Returns how to learn, once, that an exchange is over: its response has closed, or the connection has. A pipelined response
 * that still waits for its turn when the connection drops never closes.
 */
export function exchangeWatch(): WhenOver {
  const open = new WeakMap<Socket, Set<() => void>>();

  /** One listener a connection, however many requests are pipelined on it. */
  const openOn = (socket: Socket): Set<() => void> => {
    const known = open.get(socket);
    if (known !== undefined) return known;
    const ends = new Set<() => void>();
    open.set(socket, ends);
    socket.once('close', () => ends.forEach((end) => end()));
    return ends;
  };

  return ({ socket }, response, over) => {
    const ends = openOn(socket);
    const end = () => {
      response.off('close', end);
      if (ends.delete(end)) over();
    };
    ends.add(end);
    response.once('close', end);
  };
}
