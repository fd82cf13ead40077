/** An HTTP service whose answers a test chooses. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { endsWithTest, see } from './scene';

export interface Got {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export type Answer = (response: ServerResponse, got: Got) => void;

export interface Service {
  readonly url: string;
  readonly got: Got[];
  answers(answer: Answer): void;
  close(): Promise<void>;
}

export async function startService(first: Answer): Promise<Service> {
  let answer = first;
  const got: Got[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers, rawHeaders } = request;
      got.push({ method, url, headers, rawHeaders, body });
      answer(response, got.at(-1)!);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return endsWithTest({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    answers: (next) => (answer = next),
    async close() {
      // Those of several lookups come in any order.
      const lines = got.splice(0).map((each) => [each.method, each.url, ...each.rawHeaders, each.body].join(' '));
      const times = [...new Set(lines)].map((line) => `${lines.filter((each) => each === line).length} x ${line}`);
      see('a service got', ...times.toSorted());
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

/** Answers with JSON. */
export const json =
  (body: object | ((got: Got) => object), status = 200): Answer =>
  (response, got) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(typeof body === 'function' ? body(got) : body));
  };
