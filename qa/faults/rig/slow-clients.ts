/** Clients that hold connections and are slow. */

import { connect, type Socket } from 'node:net';

/** Milliseconds between one connection and the next. */
const PACE_MS = 5;

export type Slowness = 'head' | 'body' | 'reading';

/** Keeps `count` connections open, each slow in its own way. A connection that the gateway closes is opened again until the clients are stopped. */
export function slowClients(port: number, count: number, ways: readonly Slowness[], token: string, body: string) {
  const sockets = new Set<Socket>();
  const figures = { opened: 0, ended: 0 };
  let stopped = false;

  const open = (nth: number): void => {
    if (stopped) return;
    const way = ways[nth % ways.length]!;
    const socket = connect({ host: '127.0.0.1', port });
    sockets.add(socket);
    figures.opened += 1;
    socket.on('error', () => undefined);
    const head = `POST /leases/tenants/ HTTP/1.1\r\nHost: slow\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    if (way === 'head') socket.write('POST /leases/tenants/ HTTP/1.1\r\nHost: slow\r\n');
    if (way === 'body') socket.write(`${head}Content-Length: 60000\r\n\r\n{"identifier":"`);
    if (way === 'reading') socket.pause();
    const drip = setInterval(() => {
      if (way === 'head') socket.write('X-Slow: 1\r\n');
      else if (way === 'body') socket.write('x');
      else {
        // Its answers pile up, because it reads only a few bytes a second.
        socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
        socket.read(32);
      }
    }, 1_000);
    socket.once('close', () => {
      clearInterval(drip);
      sockets.delete(socket);
      figures.ended += 1;
      setTimeout(() => open(nth), 500);
    });
  };
  for (let nth = 0; nth < count; nth += 1) setTimeout(() => open(nth), nth * PACE_MS);
  return {
    figures,
    stop(): void {
      stopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
