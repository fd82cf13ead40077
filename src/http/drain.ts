import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { exchangeWatch } from './exchange';

/** A client that has not sent its request whole by then is cut off, as it would be while the server listens. */
const LIMIT_MS = 10_000;

/**
 * Returns how to end the server: it takes no new connections, and each open one is closed with the answer that is in flight
 * on it, so that a client which keeps connections alive does not hold the end up.
 */
export function drainable(server: Server): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  let draining = false;
  const watch = exchangeWatch((response) => {
    unanswered.delete(response);
    // An answer that had begun before could no longer say that its connection closes.
    if (draining) setImmediate(() => server.closeIdleConnections());
  });
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (draining) response.setHeader('Connection', 'close');
    unanswered.add(response);
    watch(response);
  });

  return async () => {
    if (!server.listening) return;
    draining = true;
    for (const response of unanswered) if (!response.headersSent) response.setHeader('Connection', 'close');
    const impatience = setTimeout(() => server.closeAllConnections(), LIMIT_MS);
    server.close();
    await once(server, 'close');
    clearTimeout(impatience);
  };
}
