/** A database server that accepts connections and then stops answering. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { databaseUrl } from '../support/database';

export interface SilentDatabase {
  readonly url: string;
  /** The number of connections that clients have not closed. */
  open(): number;
  stop(): Promise<void>;
}

/** @param point what it says before: nothing, the greeting, or all of the login, so that the session's statement is not answered */
export async function startSilentDatabase(point: 'mute' | 'greeting' | 'login'): Promise<SilentDatabase> {
  const real = new URL(databaseUrl('mysql'));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    client.resume();
    if (point === 'mute') return;
    const upstream = connect(Number(real.port || 3306), real.hostname);
    upstream.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
    let silent = false;
    upstream.on('data', (said) => {
      if (!silent) client.write(said);
      if (point === 'greeting') silent = true;
    });
    client.on('data', (asked) => {
      if (asked.includes('sql_mode')) silent = true;
      upstream.write(asked);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(real);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    open: () => sockets.size,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
