/** A database server that accepts connections and never answers. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface SilentDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startSilentDatabase(): Promise<SilentDatabase> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => void sockets.add(client.on('error', () => undefined).resume()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `mysql://root@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
