/** Sends raw bytes, including those that no correct client sends. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawReply {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
  /** Milliseconds from the first byte sent to the first byte of the answer. */
  readonly ms: number;
  /** Whether the server closed the connection before the timeout. */
  readonly isClosed: boolean;
}

const WAIT_MS = 15_000;

/**
 * Sends the parts one after the other as fast as the server reads them, then waits for one answer and the end of the
 * connection.
 */
export async function sendRaw(
  port: number,
  parts: Iterable<string | Buffer>,
  { closes = true }: { closes?: boolean } = {},
): Promise<RawReply> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const began = performance.now();
  let received = '';
  let ms = Infinity;
  let isClosed = false;
  socket.on('error', () => undefined);
  socket.once('close', () => (isClosed = true));
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      ms = Math.min(ms, performance.now() - began);
      received += chunk.toString();
      if (isWhole(received) && !closes) resolve();
    });
    socket.once('close', () => resolve());
    setTimeout(resolve, WAIT_MS).unref();
  });
  // Like curl, it stops sending when it receives an answer.
  await feed(socket, parts, () => received !== '');
  await answered;
  socket.destroy();
  const text = received.slice(received.indexOf('\r\n\r\n') + 4);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0),
    type: /"type":"(\w+)"/.exec(text)?.[1],
    text,
    ms,
    isClosed,
  };
}

async function feed(socket: Socket, parts: Iterable<string | Buffer>, isAnswered: () => boolean): Promise<void> {
  await once(socket, 'connect').catch(() => undefined);
  for (const part of parts) {
    if (socket.destroyed || !socket.writable || isAnswered()) return;
    if (socket.write(part)) continue;
    await new Promise<void>((resolve) => {
      const done = () => {
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.once('drain', done).once('close', done);
    });
  }
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Infinity);
  return headEnd > 0 && Buffer.byteLength(text.slice(headEnd + 4)) >= length;
}
