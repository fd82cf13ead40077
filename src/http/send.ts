import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The most characters of an answer that the system keeps for its client, whatever that does. */
const SMALL = 64 * 1024;

/** Milliseconds in which a client must receive some of its answer. Node would keep the connection open for ever. */
const RECEIVE_TIMEOUT_MS = 10_000;

/** Sends a complete answer. Head and text are one write. */
export function send(response: ServerResponse, status: number, text: string, headers: OutgoingHttpHeaders): void {
  const length = Buffer.byteLength(text);
  // Until the next request of the connection. Without a listener, Node closes it.
  if (text.length > SMALL) response.setTimeout(RECEIVE_TIMEOUT_MS);
  response.writeHead(status, { ...headers, 'Content-Length': length });
  // A text of ASCII characters alone is the same in both encodings, and Node writes Latin-1 in less time.
  response.end(text, length === text.length ? 'latin1' : 'utf8');
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: OutgoingHttpHeaders = {},
): void {
  send(response, status, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
}
