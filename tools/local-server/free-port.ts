import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, so that no other connection takes the port before a server starts there, or while it restarts.
 */
const FIRST = 20_000;
const AFTER_LAST = 32_768;

/** Two ports may be asked for before a server listens on the first. */
const given = new Set<number>();

/** `wanted` if nothing listens there on 127.0.0.1, otherwise a free port that this process has not been given before. */
export async function freePort(wanted = 0): Promise<number> {
  const port = wanted === 0 ? randomInt(FIRST, AFTER_LAST) : wanted;
  if (wanted === 0 && given.has(port)) return freePort();
  given.add(port);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
