import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { Observer } from '../observer';

/** Milliseconds between two times at which idle connections are closed. */
const CLEAR_EVERY_MS = 1_000;

/**
 * Limits the connections of a server. Beyond the limit a new one is closed at once, and so are those that are idle, so that the
 * next one finds room.
 */
export function limitConnections(server: Server, most: number, observer: Observer): void {
  server.maxConnections = most;
  /** Connections whose clients have received their last answer, with the bytes that had arrived by then. */
  const idle = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => socket.once('close', () => idle.delete(socket)));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => {
      if (!socket.destroyed) idle.set(socket, socket.bytesRead);
    });
  });
  let isCleared = false;
  server.on('drop', () => {
    observer.clientConnectionClosed?.();
    if (isCleared) return;
    isCleared = true;
    setTimeout(() => (isCleared = false), CLEAR_EVERY_MS).unref();
    // Node's own `closeIdleConnections` would cut off an answer that is written and not received yet.
    for (const [socket, bytes] of idle) if (socket.bytesRead === bytes) socket.destroy();
  });
}
