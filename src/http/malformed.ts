/** Answers what is no request that a door could take (broken HTTP, too large, too slow) in the contract's envelope. */

import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

import { boundBodyParts } from './body-parts';
import { errorEnvelope } from './error-responses';
import { stopParsing } from './lingering-close';
import { type ErrorReason, ServiceError } from '../errors';
import { hasSingleHeaders } from './single-headers';

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
  // Node would refuse a request without a Host header with an empty body.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    if (!hasSingleHeaders(request)) return refuse(request.socket, 'badRequest');
    boundBodyParts(request, response);
    listener(request, response);
  });
  // Node would drop what comes after the thousandth without a word; the size of the head is what bounds them.
  server.maxHeadersCount = 0;
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket as Socket, REASONS[failure.code ?? ''] ?? 'badRequest');
  });
  // No proxy, and no expectation but 100-continue.
  server.on('connect', (_request, socket) => refuse(socket as Socket, 'badRequest'));
  server.on('checkExpectation', (request) => refuse(request.socket, 'badRequest'));
  return server;
}

/** Closes the connection whatever the client does, but not over bytes on their way: that would take the answer back. */
function part(socket: Socket, error: ServiceError): void {
  const parting = setTimeout(() => socket.destroy(), PARTING_MS);
  socket.once('close', () => clearTimeout(parting));
  // Node lets go of the socket of a CONNECT; a reset by its client must not end the process.
  socket.on('error', () => socket.destroy());
  stopParsing(socket);
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
