/** An HTTP server that answers as a test says, for tests of what stands between a client and a server. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Got {
  readonly request: IncomingMessage;
  readonly body: string;
}

export interface Service {
  readonly url: string;
  /** The requests so far, each when its body is complete. */
  readonly got: readonly Got[];
  close(): void;
}

export type Respond = (response: ServerResponse, got: Got) => unknown;

/** @param readsFirst whether it reads the whole body before it responds */
export async function startService(respond: Respond, readsFirst = true): Promise<Service> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    if (!readsFirst) return void respond(response, { request, body: '' });
    void text(request).then((body) => {
      got.push({ request, body });
      respond(response, { request, body });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
