import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

import { whenOver } from '../http/exchange';
import { closeSlowReaders } from '../http/slow-readers';

/** What is not answered by then is cut off, in milliseconds. */
const LIMIT_MS = 10_000;

/** Ends a server. @returns how many requests were cut off because their answers took too long */
export type Drain = () => Promise<number>;

/** Which part of its lingering a connection is kept as if nothing were, so that no client connects anew while the ports are still being closed. */
const SETTLING = 0.25;

/**
 * Returns how to end the server: it takes no new connections, and each open one is closed with the answer to the last request
 * on it, so that a client which keeps connections alive does not hold the end up.
 * @param lingerMs milliseconds for which a connection without a request is kept: its client may have sent one already, or send
 * one before it learns of the end
 */
export function drainable(server: Server, lingerMs: number): Drain {
  let draining = false;
  let lingering = true;
  const silent = new Set<Socket>();
  /** The last request of each connection. */
  const last = new WeakMap<Socket, ServerResponse>();

  const closeIdle = (): void => {
    // Right after the loop has read what had arrived.
    setImmediate(() => {
      // Node counts a connection as idle once its answer is written, even if it is not taken yet. When it is, this runs again.
      for (const response of open) if (response.writableEnded) return;
      server.closeIdleConnections();
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    });
  };
  const open = openRequests(server, () => {
    // An answer that had begun before could no longer say that its connection closes.
    if (draining && !lingering) closeIdle();
  });
  closeSlowReaders(server, open);

  /** Node drops what was sent ahead behind an answer that says so, so only the last one may. */
  const closeAfter = (response: ServerResponse): void => {
    const { socket } = response.req;
    const earlier = last.get(socket);
    if (earlier !== undefined && !earlier.headersSent) earlier.removeHeader('Connection');
    if (!response.headersSent) response.setHeader('Connection', 'close');
    last.set(socket, response);
  };

  // A connection on which nothing was ever sent is none of Node's idle ones.
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    if (draining) closeAfter(response);
  });

  return async () => {
    if (!server.listening) return 0;
    let cutOff = 0;
    const settling = setTimeout(() => {
      draining = true;
      open.forEach(closeAfter);
    }, lingerMs * SETTLING);
    const linger = setTimeout(() => {
      lingering = false;
      closeIdle();
    }, lingerMs);
    const impatience = setTimeout(() => {
      for (const response of open) if (!response.writableEnded) cutOff += 1;
      server.closeAllConnections();
    }, LIMIT_MS);
    const closed = once(server, 'close');
    // The close of an HTTP server would drop connections whose client is just sending, and no longer look for slow ones.
    NetServer.prototype.close.call(server);
    await closed;
    clearTimeout(settling);
    clearTimeout(linger);
    clearTimeout(impatience);
    server.close();
    return cutOff;
  };
}

/**
 * The requests of a server whose exchange is not over, in the order in which they came.
 * @param over told of each whose exchange is
 */
export function openRequests(server: Server, over: () => void): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  const ended = (response: ServerResponse): void => {
    open.delete(response);
    over();
  };
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    whenOver(response, ended);
  });
  return open;
}
