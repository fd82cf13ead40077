import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns how to watch a response. `over` is called once for each, when its exchange is over: the response has closed, or its
 * connection has. A pipelined response that still waits for its turn when the connection drops never closes.
 */
export function exchangeWatch(over: (response: ServerResponse) => void): (response: ServerResponse) => void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();

  /** One listener a connection, however many requests are pipelined on it. */
  const openOn = (socket: Socket): Set<ServerResponse> => {
    const known = open.get(socket);
    if (known !== undefined) return known;
    const responses = new Set<ServerResponse>();
    open.set(socket, responses);
    socket.once('close', () => responses.forEach(end));
    return responses;
  };

  function end(response: ServerResponse): void {
    if (open.get(response.req.socket)?.delete(response)) over(response);
  }
  // One function for every response: a closure for each would be made for each request.
  function closed(this: ServerResponse): void {
    end(this);
  }

  return (response) => {
    openOn(response.req.socket).add(response);
    response.on('close', closed);
  };
}
