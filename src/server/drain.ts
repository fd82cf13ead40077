import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

import { onExchangeEnd } from '../http/exchange';

/** Milliseconds after which unanswered requests are cut off. */
const TIMEOUT_MS = 10_000;

/** A client without CPU time sends its next request late. Each request that arrives begins the grace period again, for at most this many of them. */
const MOST_GRACE_PERIODS = 5;

/** For this part of the grace period, answers do not close their connections yet: clients would reconnect while ports still close. */
const PART_BEFORE_CLOSING = 0.25;

/**
 * Returns a function that stops the server. The server accepts no new connections, and closes each open one with the answer to its
 * last request, so that a client with keep-alive connections does not delay the stop. The function returns the number of requests
 * that were cut off because their answers took too long.
 * @param idleGraceMs milliseconds without a request for which an idle connection stays open. Its client may have sent a request
 * already, or may send one before it notices the stop.
 */
export function drainable(server: Server, idleGraceMs: number): () => Promise<number> {
  let draining = false;
  let idleTimer: NodeJS.Timeout | undefined;
  const silent = new Set<Socket>();
  /** The requests whose exchange has not ended, in the order of their arrival. */
  const open = new Set<ServerResponse>();
  /** The last request of each connection. */
  const last = new WeakMap<Socket, ServerResponse>();

  const closeIdle = (): void => {
    // After the event loop has read what has arrived.
    setImmediate(() => {
      // Node counts a connection as idle once its answer is written, even if the client has not received it. This runs again then.
      for (const response of open) if (response.writableEnded) return;
      server.closeIdleConnections();
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    });
  };
  const ended = (response: ServerResponse): void => {
    open.delete(response);
    // An answer that began before the stop could not announce that its connection closes.
    if (draining && idleTimer === undefined) closeIdle();
  };

  /** Only the last answer may say `Connection: close`: Node discards pipelined requests after it. */
  const closeAfter = (response: ServerResponse): void => {
    const { socket } = response.req;
    const earlier = last.get(socket);
    if (earlier !== undefined && !earlier.headersSent) earlier.removeHeader('Connection');
    if (!response.headersSent) response.setHeader('Connection', 'close');
    last.set(socket, response);
  };

  // Node does not count a connection as idle before its first byte.
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    open.add(response);
    onExchangeEnd(response, ended);
    if (!draining) return;
    closeAfter(response);
    idleTimer?.refresh();
  });

  return async () => {
    if (!server.listening) return 0;
    let cutOff = 0;
    const endGrace = (): void => {
      clearTimeout(idleTimer);
      idleTimer = undefined;
      closeIdle();
    };
    const drainTimer = setTimeout(() => {
      draining = true;
      open.forEach(closeAfter);
      // A process without CPU time is late here, and the clients still get their time.
      idleTimer = setTimeout(endGrace, idleGraceMs * (1 - PART_BEFORE_CLOSING));
    }, idleGraceMs * PART_BEFORE_CLOSING);
    const graceTimer = setTimeout(endGrace, idleGraceMs * MOST_GRACE_PERIODS);
    const timeout = setTimeout(() => {
      for (const response of open) if (!response.writableEnded) cutOff += 1;
      server.closeAllConnections();
    }, TIMEOUT_MS);
    const closed = once(server, 'close');
    // `close` of an HTTP server would drop connections on which a request is arriving.
    NetServer.prototype.close.call(server);
    await closed;
    clearTimeout(drainTimer);
    clearTimeout(idleTimer);
    clearTimeout(graceTimer);
    clearTimeout(timeout);
    server.close();
    return cutOff;
  };
}
