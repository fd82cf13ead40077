/** Answers what is no request that a door could take (broken HTTP, too large, too slow) in the contract's envelope. */

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

import { errorEnvelope } from '../doors/error-responses';
import { type ErrorReason, ServiceError } from '../errors';

const REASONS: Readonly<Record<string, ErrorReason>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** How long a refused client may take to read the answer and to close its half, in milliseconds. */
const PARTING_MS = 1_000;

/**
 * @param limits what a client may take, in bytes and milliseconds
 * @param onRefused told of every answer that is not the listener's
 */
export function createHttpServer(
  limits: ServerOptions,
  listener: RequestListener,
  onRefused: (error: ServiceError) => void = () => undefined,
): Server {
  const refuse = (socket: Socket, reason: ErrorReason) => {
    const error = new ServiceError(reason);
    onRefused(error);
    part(socket, error);
  };
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    if (!namesOneHost(request)) refuse(request.socket, 'badRequest');
    else listener(request, response);
  });
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket as Socket, REASONS[failure.code ?? ''] ?? 'badRequest');
  });
  // No proxy, and no expectation but 100-continue.
  server.on('connect', (_request, socket) => refuse(socket as Socket, 'badRequest'));
  server.on('checkExpectation', (request) => refuse(request.socket, 'badRequest'));
  return server;
}

/** HTTP/1.1 asks for one Host header; Node would refuse a request without one with an empty body, and take the first of two. */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/** Closes the connection whatever the client does, but not over bytes on their way: that would take the answer back. */
function part(socket: Socket, error: ServiceError): void {
  const parting = setTimeout(() => socket.destroy(), PARTING_MS);
  socket.once('close', () => clearTimeout(parting));
  // Node lets go of the socket of a CONNECT; a reset by its client must not end the process.
  socket.on('error', () => socket.destroy());
  socket.resume();
  const body = JSON.stringify(errorEnvelope(error));
  socket.end(
    [
      `HTTP/1.1 ${error.entry.status} ${error.entry.type}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
