import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, so that no other connection takes the port before a server starts there, or while it restarts.
 */
const FIRST = 20_000;
const AFTER_LAST = 32_768;

/** `wanted` if nothing listens there on 127.0.0.1, otherwise another free port. */
export async function freePort(wanted = 0): Promise<number> {
  const port = wanted === 0 ? randomInt(FIRST, AFTER_LAST) : wanted;
  return (await isFree(port)) ? port : await freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
