/** Answers what is no request that a door could take (broken HTTP, too large, too slow) in the contract's envelope. */

import { type IncomingMessage, type RequestListener, type Server, type ServerOptions, createServer } from 'node:http';
import type { Socket } from 'node:net';

import { type ErrorReason, ServiceError } from '../errors';
import { boundBodyParts } from './body-parts';
import { errorEnvelope } from './error-responses';
import { stopParsing } from './lingering-close';

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

/**
 * The headers whose value is one value (RFC 9110, 5.3) and that an answer depends on, each by the length of its name. Node
 * keeps the first of several or joins them, so that two programs could see two requests. `Content-Length` is the parser's to
 * refuse; `X-Request-Id` and `traceparent` count as absent where they stand twice (decision 67).
 */
const SINGLE: readonly (string | undefined)[] = [
  'host',
  'origin',
  'referer',
  'content-type',
  'authorization',
  'sec-fetch-site',
  'access-control-request-method',
].reduce<(string | undefined)[]>((byLength, name) => {
  byLength[name.length] = name;
  return byLength;
}, []);

/**
 * Whether each of these headers stands once at most, and `Host` once in HTTP/1.1. Several `Authorization` headers become one
 * that no token fits (decision 36): which of them counts must not be a guess.
 */
export function hasSingleHeaders(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let seen = 0;
  // Names and values in turn.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const single = SINGLE[name.length];
    if (single === undefined || (name !== single && name.toLowerCase() !== single)) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) {
      if (single !== 'authorization') return false;
      request.headers.authorization += `, ${rawHeaders[index + 1] ?? ''}`;
    }
    seen |= bit;
  }
  return (seen & HOST) !== 0 || request.httpVersion !== '1.1';
}

const HOST = 1 << 'host'.length;
