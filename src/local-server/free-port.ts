import { createServer } from 'node:net';

/** `wanted` if nothing listens there on 127.0.0.1, else one that is free now. */
export async function freePort(wanted = 0): Promise<number> {
  return (await tryPort(wanted)) ?? (await freePort());
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
