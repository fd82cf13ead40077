/** A small service of the contract that Leasegate replaces, with answers that a test chooses. */

import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { ask, type Ask } from '../../src/legacy/question';

export interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface GivenAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Milliseconds until it answers. */
  readonly afterMs?: number;
  /** Closes the connection in the middle of the body. */
  readonly breaksOff?: boolean;
}

export interface OldServiceForTests {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** The number of requests whose clients wait for an answer. */
  open(): number;
  /** Decides about the next answers. */
  answers(answer: (seen: Seen) => GivenAnswer): void;
  closeIdle(): void;
  /** Ends every connection and takes no new one. */
  stop(): Promise<void>;
}

export async function startOldService(answer: (seen: Seen) => GivenAnswer): Promise<OldServiceForTests> {
  let current = answer;
  const seen: Seen[] = [];
  let open = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    open += 1;
    response.once('close', () => (open -= 1));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() };
    seen.push(one);
    const { status = 200, headers = {}, body = '', afterMs = 0, breaksOff = false } = current(one);
    if (afterMs > 0) await sleep(afterMs);
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Old-Service': '1', ...headers });
    if (!breaksOff) return void response.end(body);
    response.write(body);
    setTimeout(() => response.socket?.destroy(), 20);
  };
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    open: () => open,
    closeIdle: () => server.closeIdleConnections(),
    answers: (next) => void (current = next),
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** How a comparer asks it. */
export const askSide = ({ url }: Pick<OldServiceForTests, 'url'>): Ask => {
  const { hostname, port } = new URL(url);
  return ask('localhost', (options) => httpRequest({ ...options, host: hostname, port }));
};
