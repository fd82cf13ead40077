/** HTTP as it goes over the wire, for what no well-bred client sends. */

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A request with a JSON body and a token, as text. */
export const rawPost = (path: string, token: string, body: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

/**
 * Sends `parts` on one connection, `pauseMs` apart, and waits until the server has closed it.
 * @returns every answer that came
 */
export async function exchange(url: string, parts: readonly (string | Buffer)[], pauseMs = 0): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received = collect(socket);
  for (const part of parts) {
    if (socket.destroyed || !socket.writable) break;
    socket.write(part);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return answersIn(await received);
}

function collect(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that closes while we still send resets the connection; what it said before that has arrived.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = Buffer.from(text); rest.length > 0;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, headEnd).toString();
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const bodyStart = headEnd + 4;
    const body = rest.subarray(bodyStart, bodyStart + length).toString();
    answers.push({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body });
    if (headEnd < 0) break;
    rest = rest.subarray(bodyStart + length);
  }
  return answers;
}
