import type { Server, ServerResponse } from 'node:http';

/** How long a client may take for its answer, and how often that is looked at; milliseconds. */
const LIMIT_MS = 10_000;
const PERIOD_MS = 1_000;

/** Bytes of answers that may wait to be taken, all together. */
const MOST_WAITING = 64 * 1024 * 1024;

/**
 * Closes the connection of a client that does not take its answer. Node would keep both for ever.
 * @param open the requests of the server, oldest first
 */
export function closeSlowReaders(server: Server, open: ReadonlySet<ServerResponse>): void {
  /** Those that were not taken at the last look, and since when. */
  let waiting = new Map<ServerResponse, number>();

  const look = (): void => {
    const now = performance.now();
    const before = waiting;
    waiting = new Map();
    let bytes = 0;
    for (const response of open) {
      if (!response.writableEnded) continue;
      waiting.set(response, before.get(response) ?? now);
      bytes += response.writableLength;
    }
    for (const [response, since] of waiting) {
      if (now - since < LIMIT_MS && bytes <= MOST_WAITING) continue;
      bytes -= response.writableLength;
      response.req.socket.destroy();
    }
  };
  const timer = setInterval(look, PERIOD_MS).unref();
  server.once('close', () => clearInterval(timer));
}
