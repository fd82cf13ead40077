/** Answers input that is not a valid request (malformed, too large, too slow) with the error envelope of the contract. */

import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { type ErrorReason, ServiceError } from '../errors';
import type { Observer } from '../observer';
import { closeAfter, limitBodyParts, stopParsing } from './body-parts';
import { errorEnvelope } from './error-responses';

const REASONS: Readonly<Record<string, ErrorReason>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** Limits for a client, in bytes and milliseconds. */
export const CLIENT_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies keep an idle connection: Google’s for 600 seconds. Beyond `MAX_CONNECTIONS`, idle ones are closed at once.
  keepAliveTimeout: 620_000,
};

/** Milliseconds in which a refused client has to read the answer and close its half of the connection. */
const CLOSE_TIMEOUT_MS = 1_000;

/** @param limits limits for a client, in bytes and milliseconds */
export function createHttpServer(limits: ServerOptions, listener: RequestListener, observer: Observer = {}): Server {
  const refuse = (socket: Socket, reason: ErrorReason, response?: ServerResponse) => {
    const earlier = earlierAnswer(socket, response);
    // Written now, a refusal would be taken for a part of the earlier answer. That one is the last on the connection.
    if (earlier !== undefined) return closeAfter(earlier.req, earlier);
    const error = new ServiceError(reason);
    observer.inputRefused?.(error);
    answerAndClose(socket, error);
  };
  // Node would answer a request without a Host header with an empty body.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    if (!hasSingleHeaders(request)) return refuse(request.socket, 'badRequest', response);
    limitBodyParts(request, response);
    listener(request, response);
  });
  // Node would silently drop headers after the thousandth. The limit on the size of the head bounds them already.
  server.maxHeadersCount = 0;
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket as Socket, REASONS[failure.code ?? ''] ?? 'badRequest');
  });
  // This is no proxy, and the only expectation that it knows is 100-continue.
  server.on('connect', (_request, socket) => refuse(socket as Socket, 'badRequest'));
  server.on('checkExpectation', (request, response) => refuse(request.socket, 'badRequest', response));
  return server;
}

/**
 * The answer that a connection has begun, or still has to send to a complete request. Undefined if there is none. Only Node's own
 * `_httpMessage` says which answer of a connection comes next; Node decides by it whether to write a refusal.
 * @param refused the answer that the refusal replaces; absent if the request has none
 */
function earlierAnswer(socket: Socket, refused: ServerResponse | undefined): ServerResponse | undefined {
  const { _httpMessage: current } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  if (!current || current === refused) return undefined;
  return current.headersSent || current.req.complete ? current : undefined;
}

/** Closes the connection whatever the client does, but gives it time to read the answer. */
function answerAndClose(socket: Socket, error: ServiceError): void {
  const timeout = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timeout));
  // Node has no error listener on the socket of a CONNECT. A reset by its client must not end the process.
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
 * The headers that may occur only once (RFC 9110, 5.3) and that an answer depends on, indexed by the length of their names. Node
 * keeps the first of several or joins them, so two programs could see two different requests. The parser itself refuses a second
 * `Content-Length`. `X-Request-Id` and `traceparent` count as absent when they occur twice (decision 39).
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
 * Whether each of these headers occurs at most once, and `Host` exactly once in HTTP/1.1. Several `Authorization` headers are
 * joined to a value that is no valid token (decision 36), because choosing one of them would be a guess.
 */
function hasSingleHeaders(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let seen = 0;
  // Names and values alternate.
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

/** Milliseconds between two times at which idle connections are closed. */
const CLEAR_EVERY_MS = 1_000;

/**
 * Limits the connections of a server. Beyond the limit a new one is closed at once, and so are those that are idle, so that the
 * next one finds room.
 */
export function limitConnections(server: Server, most: number, observer: Observer): void {
  server.maxConnections = most;
  /** Connections whose clients have received their last answer, with the bytes that had arrived by then. */
  const idle = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => socket.once('close', () => idle.delete(socket)));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => {
      if (!socket.destroyed) idle.set(socket, socket.bytesRead);
    });
  });
  let isCleared = false;
  server.on('drop', () => {
    observer.clientConnectionClosed?.();
    if (isCleared) return;
    isCleared = true;
    setTimeout(() => (isCleared = false), CLEAR_EVERY_MS).unref();
    // Node's own `closeIdleConnections` would cut off an answer that is written and not received yet.
    for (const [socket, bytes] of idle) if (socket.bytesRead === bytes) socket.destroy();
  });
}

/** What the system reports when a port cannot be listened on. */
const REPORTS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not use the port',
  EADDRINUSE: 'another program uses the port',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
};

/**
 * Returns the URL, with the port that was taken for 0.
 * @param names the settings of host and port
 * @throws {Error} that names them, what was tried and what the system reports
 */
export async function listening(server: Server, host: string, port: number, names: string): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? '';
    const report = REPORTS[code] ?? 'the system refuses it';
    throw new Error(`cannot listen on ${host}:${port}, from ${names}: ${report} (${code})`, { cause: failure });
  }
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}
