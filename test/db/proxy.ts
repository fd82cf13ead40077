/** A TCP proxy in front of a database server, which makes the server unreachable and reachable again. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Proxy {
  /** The proxied URL: the same account and database, another port. */
  readonly url: string;
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>;
  /** Keeps every connection open and passes nothing on, until it is cut. */
  silence(): void;
  restore(): Promise<void>;
}

export async function proxyTo(databaseUrl: string): Promise<Proxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port || 3306), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      if (!silent) socket.pipe(other);
      socket.once('error', () => other.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async cut() {
      silent = false;
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    silence() {
      silent = true;
      for (const socket of sockets) socket.unpipe();
    },
    restore: () => listen(Number(url.port)),
  };
}
