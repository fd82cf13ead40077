import type { Server } from 'node:http';

/** Milliseconds between two times at which idle connections are closed. */
const CLEAR_EVERY_MS = 1_000;

/**
 * Limits the connections of a server. Beyond the limit a new one is closed at once, and so are those that are idle, so that the
 * next one finds room.
 * @param onClosed called for each new connection that was closed
 */
export function limitConnections(server: Server, most: number, onClosed: () => void): void {
  server.maxConnections = most;
  let isClear = false;
  server.on('drop', () => {
    onClosed();
    if (isClear) return;
    isClear = true;
    setTimeout(() => (isClear = false), CLEAR_EVERY_MS).unref();
    server.closeIdleConnections();
  });
}
