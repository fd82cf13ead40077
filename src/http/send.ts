import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The most characters of an answer that is written at once. A socket counts a write only when the client has received all of it. */
const LARGE = 128 * 1024;

/** Bytes in each write of a large answer. */
export const PART = 64 * 1024;

/** For each answer that is written in parts: the bytes that are not written to its socket yet. */
const unwritten = new WeakMap<ServerResponse, number>();

/** Bytes of an answer that its client has not received yet. */
export const unsentBytes = (response: ServerResponse): number =>
  (unwritten.get(response) ?? 0) + response.writableLength;

/** Sends a complete answer. Head and text are one write, unless the text is large. */
export function send(response: ServerResponse, status: number, text: string, headers: OutgoingHttpHeaders): void {
  if (text.length > LARGE) {
    const bytes = Buffer.from(text);
    response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
    writeInParts(response, bytes);
    return;
  }
  const length = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, 'Content-Length': length });
  // A text of ASCII characters alone is the same in both encodings, and Node writes Latin-1 in less time.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
}

function writeInParts(response: ServerResponse, bytes: Buffer): void {
  let written = 0;
  const write = (): void => {
    while (written < bytes.length) {
      const part = bytes.subarray(written, written + PART);
      written += part.length;
      unwritten.set(response, bytes.length - written);
      if (!response.write(part)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  write();
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: OutgoingHttpHeaders = {},
): void {
  send(response, status, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
}
