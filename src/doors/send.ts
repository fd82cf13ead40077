import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** An answer whole: its head and a text leave as one write. */
export function send(response: ServerResponse, status: number, text: string, headers: OutgoingHttpHeaders): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: OutgoingHttpHeaders = {},
): void {
  send(response, status, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json; charset=utf-8' });
}
