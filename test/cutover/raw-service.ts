/** A server of bytes: it answers each request with what a test chooses, whether it is HTTP or not. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

import { endsWithTest } from './scene';

export type Answering = (socket: Socket) => void;

export interface RawService {
  readonly url: string;
  answers(answering: Answering): void;
  close(): Promise<void>;
}

export async function startRawService(first: Answering): Promise<RawService> {
  let answering = first;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const [head = '', body] = received.split('\r\n\r\n', 2);
      if (body === undefined) return;
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (body.length < length) return;
      received = '';
      answering(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return endsWithTest({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: (next) => (answering = next),
    async close() {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}

/** A whole answer. */
export function answerText(body: string | Buffer, { status = '200 OK', headers = '' } = {}): Buffer {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n${headers}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

export const GOOD = '{"leases":[{"identifier":"l-1","rent":900.5}],"last_id":-1}';
